/** The four restores of deleted reference records (endpoints 3 to 6). */

import { LIMITS } from "../../../../contract/channels/common.ts";
import type { RestoreOutcome } from "../../../../contract/channels/restore.ts";
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import { isNamed } from "../../../../contract/lists.ts";
import {
  idsOf,
  type OperationKind,
  RESTORES,
  type RestoreInput,
  restoreBody,
  restoreOf,
  shownIds,
} from "../../../../contract/operations.ts";
import type { ReplyError } from "../../../../contract/reply.ts";
import { exactIntegerOf, timestampOf } from "../../../../contract/values.ts";
import type { DocumentStore } from "../../core/outbox/documents.ts";
import type { Emit } from "../../ports.ts";
import { actorOf, type KnownNames, type PostingContext, postedBy } from "../posting-context.ts";
import { type FrozenBody, freezer } from "../request-body.ts";

const PRINT = new Map(RESTORES.map(({ list, request }) => [list, freezer(request)]));

/** Neither an operation's name nor an id holds a blank. */
const recordKey = (operation: OperationKind, ids: readonly string[]): string => [operation, ...ids].join(" ");
const idsInKey = (key: string): string[] => key.split(" ").slice(1);

interface Planned {
  kind: OperationKind;
  /** The operation and the record's ids: restores of one record share it as their ordering key. */
  key: string;
  subject: string;
  body: FrozenBody;
}

function plan(input: RestoreInput, identity: PostingContext["identity"], names: KnownNames): Planned {
  const { operation, list } = restoreOf(input.kind);
  const freeze = PRINT.get(list);
  if (freeze === undefined) throw new RangeError(`nothing freezes a restore of ${list}`);
  const ids = idsOf(list, input);
  const [only, second] = ids;
  // A pair is named by its ids alone.
  const isPair = only === undefined || second !== undefined || !isNamed(list);
  return {
    kind: operation,
    key: recordKey(operation, ids),
    subject: isPair ? shownIds(ids) : (names.name(list, exactIntegerOf(only) ?? only) ?? `#${only}`),
    body: freeze(restoreBody(list, input, identity)),
  };
}

/** Answers once restore record, entry and audit are on disk. */
export function restoreRecord(context: PostingContext, input: RestoreInput): { entryId: string } {
  const now = context.clock.now();
  const entryId = context.randomness.uuid();
  const { kind, key, subject, body } = plan(input, context.identity, context.names);
  const recorded = context.record({
    entry: {
      entry_id: entryId,
      kind,
      ordering_key: key,
      tenant_id: context.identity.tenantId,
      serial_no: null,
      request_body: body.text,
      request_hash: body.hash,
      subject,
      currency_id: null,
      local_amount: null,
      created_at: now,
      corrects_entry_id: null,
    },
    document: null,
    restore: { recordKey: key, kind },
    audit: {
      actor: actorOf(context.identity),
      action: "restore.requested",
      subject: key,
      details: { entryId, requestHash: body.hash },
    },
    by: postedBy(input, undefined),
  });
  if (recorded.isNew) context.posted(entryId, null, recorded.sequence);
  return { entryId: recorded.entryId };
}

const outcomeOf = (
  context: PostingContext,
  input: RestoreInput,
  words: (error: unknown) => ReplyError,
): RestoreOutcome => {
  try {
    return { ok: true, entryId: restoreRecord(context, input).entryId };
  } catch (error) {
    return { ok: false, error: words(error) };
  }
};

/** Enters each of a batch by itself, in turn, and tells of each; others have their turn in between. */
export async function restoreRecords(
  context: PostingContext,
  { batchId, records }: ParsedInput<"restore.requestMany">,
  emit: Emit,
  words: (error: unknown) => ReplyError,
): Promise<{ outcomes: RestoreOutcome[] }> {
  const outcomes: RestoreOutcome[] = [];
  for (const [index, input] of records.entries()) {
    const outcome = outcomeOf(context, input, words);
    outcomes.push(outcome);
    emit({ event: "restore.batchProgressed", payload: { batchId, index, outcome } });
    await new Promise((done) => setImmediate(done));
  }
  return { outcomes };
}

/** What this counter knows of the records that it asked to be restored; it stays over a restart. */
export function knownRestores(documents: Pick<DocumentStore, "restores">): ChannelOutput<"restore.known"> {
  return {
    records: RESTORES.flatMap(({ operation, list }) =>
      documents.restores(operation, LIMITS.lines).map((row) => ({
        kind: list,
        ids: idsInKey(row.record_key),
        entryId: row.entry_id,
        state: row.state,
        requestedAt: timestampOf(row.requested_at),
        confirmedAt: row.confirmed_at === null ? null : timestampOf(row.confirmed_at),
      })),
    ),
  };
}
