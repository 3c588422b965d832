/** What each of the six endpoints does with a request that passed the door. */
import { OPERATIONS, type OperationKind, restoreOf } from "../../../contract/operations.ts";
import type { Applied } from "../books/applied.ts";
import type { Clock, Db } from "../books/open-books.ts";
import { applyPurchaseReturn } from "../books/purchase-return.ts";
import { recordOutcome } from "../books/received.ts";
import { Refusal } from "../books/refusal.ts";
import { applyRestore } from "../books/restore.ts";
import { applyTaxVoucher } from "../books/tax-voucher.ts";
import { type Answer, jsonAnswer, refusalAnswer } from "./answer.ts";
import { type AcceptedToken, checkBody, readJson, requireJson, requireToken } from "./read-request.ts";

/** What the operations need of their surroundings; `tokens` and `mergeRepeats` may change while it runs. */
export interface OperationContext {
  db: Db;
  clock: Clock;
  tokens: readonly AcceptedToken[];
  mergeRepeats: boolean;
}

export interface OperationRequest {
  /** The number under which the attempt was recorded. */
  receivedNo: number;
  authorization: string | undefined;
  contentType: string | undefined;
  bytes: Uint8Array;
  text: string;
}

function apply(kind: OperationKind, raw: unknown, text: string, context: OperationContext): Applied {
  const { db, clock, mergeRepeats } = context;
  if (kind === "purchaseReturn")
    return applyPurchaseReturn(db, checkBody(OPERATIONS[kind].request, raw), text, clock, mergeRepeats);
  if (kind === "taxVoucher")
    return applyTaxVoucher(db, checkBody(OPERATIONS[kind].request, raw), text, clock);
  const restore = restoreOf(OPERATIONS[kind].restores.list);
  return applyRestore(db, restore, checkBody(restore.request, raw), text, clock);
}

/** A first application that creates answers 201; everything else 200. The interface shows neither. */
const successStatus = (kind: OperationKind, applied: Applied): number =>
  OPERATIONS[kind].repeat === "may_apply_twice" && !applied.repeated ? 201 : 200;

/**
 * Does what the endpoint does and answers it. The books and the record of the attempt change in one
 * transaction, or, where the request is refused, the books don't change at all.
 */
export function answerOperation(
  kind: OperationKind,
  request: OperationRequest,
  context: OperationContext,
): Answer {
  try {
    requireToken(request.authorization, context.tokens, context.clock.now());
    requireJson(request.contentType);
    const raw = readJson(request.bytes);
    const commit = context.db.transaction(() => {
      const applied = apply(kind, raw, request.text, context);
      const status = successStatus(kind, applied);
      recordOutcome(context.db, request.receivedNo, { status, ...applied });
      return jsonAnswer(status, applied.answerBody);
    });
    return commit.immediate();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    recordOutcome(context.db, request.receivedNo, { status: error.status, appliedNo: null, repeated: false });
    return refusalAnswer(error, error.status === 401 ? { "www-authenticate": "Bearer" } : {});
  }
}
