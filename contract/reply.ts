/** What every channel answers: a value, or an error with a code of a closed list. */
import { z } from "zod";
import { ERROR_CODES, type ErrorCode, FIELD_REASONS, type FieldReason } from "./codes.ts";

export { ERROR_CODES, type ErrorCode, FIELD_REASONS, type FieldReason } from "./codes.ts";

export const replyCode = z.enum(ERROR_CODES);

/** `field` as in "lines.0.quantity"; empty where the whole input is meant. */
export interface FieldIssue {
  field: string;
  reason: FieldReason;
  message: string;
  params: Record<string, string | number>;
}

export const replyError = z.object({
  code: replyCode,
  message: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type ReplyError = z.infer<typeof replyError>;

/** A reply whose value is not looked into. */
export const anyReply = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: replyError }),
]);
export type Reply<T> = { ok: true; value: T } | { ok: false; error: ReplyError };

/** An error that is meant for the caller. Everything else that is thrown is a bug and becomes `internal`. */
export class CountersideError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;
  constructor(code: ErrorCode, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.name = "CountersideError";
    this.code = code;
    this.details = details;
  }
}

const isReason = (value: unknown): value is FieldReason => FIELD_REASONS.some((reason) => reason === value);

function reasonOf(issue: z.core.$ZodIssue): FieldReason {
  switch (issue.code) {
    case "custom": {
      const reason: unknown = issue.params?.reason;
      return isReason(reason) ? reason : "invalid";
    }
    case "invalid_type":
      return issue.input === undefined ? "required" : "wrong_type";
    case "unrecognized_keys":
      return "unknown_field";
    case "invalid_value":
      return "unknown_choice";
    case "too_big":
      return issue.origin === "string" ? "too_long" : issue.origin === "array" ? "too_many" : "too_big";
    case "too_small":
      return issue.origin === "string" ? "too_short" : issue.origin === "array" ? "too_few" : "too_small";
    default:
      return "invalid";
  }
}

function limitsOf(issue: z.core.$ZodIssue): Record<string, string | number> {
  if (issue.code === "too_big") return { max: String(issue.maximum) };
  if (issue.code === "too_small") return { min: String(issue.minimum) };
  return {};
}

function wordsOf(issue: z.core.$ZodIssue, reason: FieldReason): string {
  if (reason === "required") return "is missing";
  return issue.code === "invalid_type" ? `is not of type ${issue.expected}` : issue.message;
}

/** A union's own issue says little: the branch that came furthest says what is wrong. */
function mostTelling(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const branches = issue.errors.filter((branch) => branch.length > 0);
  const best = branches.sort((a, b) => a.length - b.length)[0];
  if (best === undefined) return [issue];
  return best.flatMap(mostTelling).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Nobody reads more. */
const MOST_ISSUES = 50;
/** A name that the caller made up may be as long as the whole input. */
const LONGEST_FIELD = 200;
const fieldOf = (path: readonly PropertyKey[]): string => path.map(String).join(".").slice(0, LONGEST_FIELD);

/** The issues of a failed parse, each with its field and reason; bounded, whatever was asked with. */
export function fieldIssues(error: z.ZodError): FieldIssue[] {
  return error.issues
    .flatMap(mostTelling)
    .slice(0, MOST_ISSUES)
    .flatMap((issue) => {
      const reason = reasonOf(issue);
      const { path } = issue;
      const params = limitsOf(issue);
      if (issue.code !== "unrecognized_keys")
        return [{ field: fieldOf(path), reason, message: wordsOf(issue, reason), params }];
      return issue.keys.slice(0, MOST_ISSUES).map((key) => ({
        field: fieldOf([...path, key]),
        reason,
        message: "is not a field of this input",
        params,
      }));
    })
    .slice(0, MOST_ISSUES);
}

/** The `invalid_input` error of a list of issues; its message names every field and reason. */
export function invalidInput(issues: FieldIssue[]): CountersideError {
  const message = issues.map((issue) => `${issue.field || "input"}: ${issue.message}`).join("; ");
  return new CountersideError("invalid_input", message, { issues });
}

/** Parses input or throws `invalid_input` that names each field and its reason. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalidInput(fieldIssues(parsed.error));
}
