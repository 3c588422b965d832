/** The four restores of deleted reference records (endpoints 3 to 6). */
import { LIMITS } from "../../../../contract/channels/common.ts";
import type { RestoreInput } from "../../../../contract/channels/posting.ts";
import { RESTORE_OPERATIONS, type RestoreOutcome } from "../../../../contract/channels/restore.ts";
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import type { ReplyError } from "../../../../contract/reply.ts";
import type { OperationKind } from "../../../../contract/service/endpoints.ts";
import {
  restoreAccountBody,
  restoreExchangeRateBody,
  restoreMeasureUnitBody,
  restorePermissionBody,
} from "../../../../contract/service/requests.ts";
import { timestampOf } from "../../../../contract/values.ts";
import type { Emit } from "../../ports.ts";
import type { DocumentStore } from "../../store/outbox/documents.ts";
import { actorOf, type KnownNames, type PostingContext, postedBy } from "./posting-context.ts";
import { type FrozenBody, freezer } from "./request-body.ts";

const FREEZE = {
  restoreExchangeRate: freezer(restoreExchangeRateBody),
  restorePermission: freezer(restorePermissionBody),
  restoreMeasureUnit: freezer(restoreMeasureUnitBody),
  restoreAccount: freezer(restoreAccountBody),
};

interface Planned {
  kind: OperationKind;
  /** The record, by its ids: restores of one record share it as their ordering key. */
  record: string;
  subject: string;
  body: FrozenBody;
}

function plan(input: RestoreInput, identity: PostingContext["identity"], names: KnownNames): Planned {
  const { tenantId, deviceId } = identity;
  switch (input.kind) {
    case "exchangeRate": {
      const { fromCurrencyId, toCurrencyId } = input;
      return {
        kind: "restoreExchangeRate",
        record: `${fromCurrencyId} ${toCurrencyId}`,
        subject: `${fromCurrencyId} → ${toCurrencyId}`,
        body: FREEZE.restoreExchangeRate({ tenantId, fromCurrencyId, toCurrencyId, deviceId }),
      };
    }
    case "permission": {
      const { permissionId } = input;
      return {
        kind: "restorePermission",
        record: String(permissionId),
        subject: names.permission(permissionId) ?? `#${permissionId}`,
        body: FREEZE.restorePermission({ tenantId, permissionId, deviceId }),
      };
    }
    case "measureUnit": {
      const id = input.measureUnitId;
      return {
        kind: "restoreMeasureUnit",
        record: String(id),
        subject: names.measureUnit(id) ?? `#${id}`,
        body: FREEZE.restoreMeasureUnit({ tenantId, id, deviceId }),
      };
    }
    case "account": {
      const { accountId } = input;
      return {
        kind: "restoreAccount",
        record: String(accountId),
        subject: names.account(accountId) ?? `#${accountId}`,
        body: FREEZE.restoreAccount({ accountId, deviceId }),
      };
    }
  }
}

/** Answers once restore record, entry and audit are on disk. */
export function restoreRecord(context: PostingContext, input: RestoreInput): { entryId: string } {
  const now = context.clock.now();
  const entryId = context.randomness.uuid();
  const { kind, record, subject, body } = plan(input, context.identity, context.names);
  const key = `${kind} ${record}`;
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

/** What this counter knows of the records of one kind that it asked to be restored; it stays over a restart. */
export function knownRestores(
  documents: Pick<DocumentStore, "restores">,
  { kind }: ParsedInput<"restore.known">,
): ChannelOutput<"restore.known"> {
  const operation = RESTORE_OPERATIONS[kind];
  return {
    records: documents.restores(operation, LIMITS.lines).map((row) => ({
      record: row.record_key.slice(operation.length + 1),
      entryId: row.entry_id,
      state: row.state,
      requestedAt: timestampOf(row.requested_at),
      confirmedAt: row.confirmed_at === null ? null : timestampOf(row.confirmed_at),
    })),
  };
}
