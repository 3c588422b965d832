/** The four restores of deleted reference records (endpoints 3 to 6). */

import type { Call } from "../../../contract/call.ts";
import { LIMITS } from "../../../contract/channels/common.ts";
import type { RestoreOutcome } from "../../../contract/channels/posting.ts";
import type { ChannelOutput, ParsedInput } from "../../../contract/channels.ts";
import {
  idsOf,
  type OperationKind,
  RESTORES,
  type RestoreInput,
  restoreBody,
  restoreOf,
} from "../../../contract/operations.ts";
import { timestampOf } from "../../../contract/values.ts";
import { breathe } from "../../lib/breathe.ts";
import type { Handlers } from "../core/context.ts";
import { type FrozenBody, freezer, postedBy, restoreSubject, type Shop } from "./shop.ts";

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

function plan(shop: Shop, { actor }: Call, input: RestoreInput): Planned {
  const { tenantId } = shop;
  const { operation, list } = restoreOf(input.kind);
  const freeze = PRINT.get(list);
  if (freeze === undefined) throw new RangeError(`nothing freezes a restore of ${list}`);
  return {
    kind: operation,
    key: recordKey(operation, idsOf(list, input)),
    subject: restoreSubject(shop, input),
    body: freeze(restoreBody(list, input, { tenantId, ...actor })),
  };
}

/** Answers once restore record, entry and audit are on disk. */
function restoreRecord(shop: Shop, call: Call, input: RestoreInput): { entryId: string } {
  const entryId = shop.randomness.uuid();
  const { kind, key, subject, body } = plan(shop, call, input);
  const recorded = shop.post({
    entry: {
      entry_id: entryId,
      kind,
      ordering_key: key,
      tenant_id: shop.tenantId,
      serial_no: null,
      request_body: body.text,
      request_hash: body.hash,
      subject,
      currency_id: null,
      local_amount: null,
      created_at: call.at,
      corrects_entry_id: null,
    },
    document: null,
    restore: { recordKey: key, kind },
    audit: {
      actor: call.actor,
      action: "restore.requested",
      subject: key,
      details: { entryId, requestHash: body.hash },
    },
    by: postedBy(input, undefined),
  });
  if (recorded.isNew) shop.posted(entryId, null, recorded.sequence);
  return { entryId: recorded.entryId };
}

const outcomeOf = (shop: Shop, call: Call, input: RestoreInput): RestoreOutcome => {
  try {
    return { ok: true, entryId: restoreRecord(shop, call, input).entryId };
  } catch (error) {
    return { ok: false, error: shop.wordsOf(error) };
  }
};

/** Enters each of a batch by itself, in turn, and tells of each; others have their turn in between. */
async function restoreRecords(
  shop: Shop,
  call: Call,
  { batchId, records }: ParsedInput<"restore.requestMany">,
): Promise<{ outcomes: RestoreOutcome[] }> {
  const outcomes: RestoreOutcome[] = [];
  for (const [index, input] of records.entries()) {
    const outcome = outcomeOf(shop, { ...call, at: shop.clock.now() }, input);
    outcomes.push(outcome);
    shop.emit({ event: "restore.batchProgressed", payload: { batchId, index, outcome } });
    await breathe();
  }
  return { outcomes };
}

/** What this counter knows of the records that it asked to be restored; it stays over a restart. */
function knownRestores({ documents }: Shop): ChannelOutput<"restore.known"> {
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

type RestoreChannel = "restore.request" | "restore.requestMany" | "restore.known";
export const restoreHandlers = (shop: Shop): Handlers<RestoreChannel> => ({
  "restore.request": (call, input) => restoreRecord(shop, call, input),
  "restore.requestMany": (call, input) => restoreRecords(shop, call, input),
  "restore.known": () => knownRestores(shop),
});
