/** What each of the six endpoints does with a request: who asks, whether the body is what the interface shows, the books. */
import { z } from "zod";
import { fieldInEnglish } from "../../contract/english.ts";
import { fieldIssues } from "../../contract/error.ts";
import { parseExactJson, printExactJson } from "../../contract/exact-json.ts";
import { OPERATIONS, type OperationKind, restoreOf } from "../../contract/operations.ts";
import type { Applied, PracticeClock, PracticeDb } from "./books/books.ts";
import { type RefusedField, ServiceRefusal } from "./books/known-records.ts";
import { applyPurchaseReturn } from "./books/purchase-return.ts";
import { applyRestore } from "./books/restore.ts";
import { applyTaxVoucher } from "./books/tax-voucher.ts";

/** What goes out on the wire. */
export interface ServiceAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The answer to a request, and what it changed; `applied` is null where it was refused. */
export interface OperationOutcome {
  answer: ServiceAnswer;
  applied: Applied | null;
}

/** The token that the service takes; `expiresAt` in milliseconds since 1970, null for never. */
export interface AcceptedToken {
  token: string;
  expiresAt: number | null;
}

/** What the operations need of their surroundings; `token` may change while it runs. */
export interface OperationContext {
  db: PracticeDb;
  clock: PracticeClock;
  token: AcceptedToken;
  /** Whether a repeated serialNo of a purchase return gets its first answer, or is applied again. */
  mergeRepeats: boolean;
}

export interface OperationRequest {
  authorization: string | undefined;
  contentType: string | undefined;
  bytes: Uint8Array;
  text: string;
}

/** Refuses (401) a missing, unknown or expired bearer token (section 5). */
function requireToken(authorization: string | undefined, accepted: AcceptedToken, now: number): void {
  const given = /^Bearer (\S+)$/.exec(authorization ?? "")?.[1];
  if (given === undefined) {
    throw new ServiceRefusal(
      401,
      "sign_in_needed",
      "The Authorization header with a bearer token is missing.",
    );
  }
  if (given !== accepted.token)
    throw new ServiceRefusal(401, "sign_in_needed", "The access token is not valid.");
  if (accepted.expiresAt !== null && accepted.expiresAt <= now) {
    throw new ServiceRefusal(401, "sign_in_needed", "The access token has expired.");
  }
}

/** Refuses (415) a body that is not said to be JSON (section 5, rule 2). */
function requireJson(contentType: string | undefined): void {
  const mediaType = contentType?.split(";")[0]?.trim().toLowerCase();
  if (mediaType === "application/json") return;
  throw new ServiceRefusal(415, "json_wanted", "The Content-Type header must be application/json.");
}

/** Reads exact JSON out of UTF-8 bytes. Refuses (400) what is neither. */
function readJson(bytes: Uint8Array): unknown {
  try {
    return parseExactJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    // TypeError: not UTF-8; SyntaxError: not JSON; RangeError: nested too deep.
    if (error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError) {
      throw new ServiceRefusal(400, "not_json", `The body is not JSON in UTF-8: ${error.message}`);
    }
    throw error;
  }
}

function isAt(raw: unknown, path: readonly PropertyKey[]): boolean {
  let value = raw;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return false;
    value = Reflect.get(value, step);
  }
  return true;
}

function fieldsOf(issue: z.core.$ZodIssue, raw: unknown): RefusedField[] {
  const field = issue.path.join(".");
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => ({
        field: [...issue.path, key].join("."),
        reason: "is not a field of this request",
      }));
    case "invalid_type":
      if (!isAt(raw, issue.path)) return [{ field, reason: "is missing" }];
      return [
        { field, reason: issue.expected === "never" ? "must not be there" : `must be a ${issue.expected}` },
      ];
    case "invalid_union":
      return [{ field, reason: isAt(raw, issue.path) ? "must be a number" : "is missing" }];
    default:
      // The values that the program's own inputs share have a reason and no words.
      return issue.code === "custom" && issue.params !== undefined
        ? fieldIssues(new z.ZodError([issue])).map((found) => ({ field, reason: fieldInEnglish(found) }))
        : [{ field, reason: issue.message }];
  }
}

/** Checks a body against its schema of section 2 or 4. Refuses (400) with every wrong field named. */
function checkBody<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
  const read = schema.safeParse(raw);
  if (read.success) return read.data;
  const fields = read.error.issues.flatMap((issue) => fieldsOf(issue, raw));
  const words = fields.map(({ field, reason }) => `${field || "the body"} ${reason}`).join("; ");
  throw new ServiceRefusal(
    400,
    "not_as_in_the_interface",
    `The request is not as in the interface: ${words}.`,
    fields,
  );
}

const jsonAnswer = (status: number, body: string, headers: Record<string, string> = {}): ServiceAnswer => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8", ...headers },
  body,
});

/** A refusal as JSON: `{ error, message, fields: [{ field, reason }] }`. */
export function refusalAnswer({ status, code, message, fields }: ServiceRefusal): ServiceAnswer {
  const body = printExactJson({ error: code, message, fields });
  return jsonAnswer(status, body, status === 401 ? { "www-authenticate": "Bearer" } : {});
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

/** Does what the endpoint does and answers it, in one transaction. Refused, it changes nothing. */
export function answerOperation(
  kind: OperationKind,
  request: OperationRequest,
  context: OperationContext,
): OperationOutcome {
  try {
    requireToken(request.authorization, context.token, context.clock.now());
    requireJson(request.contentType);
    const raw = readJson(request.bytes);
    const applied = context.db.transaction(() => apply(kind, raw, request.text, context)).immediate();
    return { answer: jsonAnswer(successStatus(kind, applied), applied.answerBody), applied };
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error;
    return { answer: refusalAnswer(error), applied: null };
  }
}
