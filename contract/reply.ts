/** What every channel answers: a value, or an error with a code of a closed list. */
import { z } from "zod";

export const ERROR_CODES = [
  "invalid_input", // details.issues names each field and its reason
  "unknown_channel",
  "not_json", // headless: the line is not JSON
  "too_large", // a line, file or text beyond what is taken
  "forbidden_sender", // a frame that is not the program's own
  "file_not_chosen", // the app only: a path that no file dialog gave in this run; details.field
  "not_connected", // no service and tenant yet
  "not_found",
  "wrong_state", // the entry's state doesn't allow it; details.state
  "file_unreadable", // details.path, details.reason
  "file_invalid", // readable, but not what it should be
  "profile_in_use", // a second engine on the profile
  "newer_database", // written by a newer version
  "migration_failed", // the file could not be brought up to date and is as it was; details.backup, details.reason
  "storage_read_only",
  "storage_full",
  "storage_damaged",
  "storage_busy",
  "runtime_unfit", // this Node or Electron can't run the database binding
  "engine_unavailable",
  "service_unreachable", // connection.check only
  "vault_unavailable", // no safe place for the token
  "pin_needed", // the app only: the owner's PIN is asked for first; nothing was done
  "pin_wrong", // details.which, details.waitMs
  "pin_wait", // too early for another try; details.waitMs
  "support_secret_found", // the bundle would hold a secret; details.file
  "cancelled",
  "internal",
] as const;
export const errorCode = z.enum(ERROR_CODES);
export type ErrorCode = z.infer<typeof errorCode>;

/** Why a field was refused. The words a person reads come from the renderer's catalogue, by this reason. */
export const FIELD_REASONS = [
  "required",
  "wrong_type",
  "unknown_field",
  "unknown_choice",
  "too_short",
  "too_long",
  "too_few",
  "too_many",
  "too_small",
  "too_big",
  "negative",
  "not_a_decimal",
  "not_an_integer",
  "not_a_uuid",
  "not_a_currency",
  "unknown_currency",
  "not_a_date",
  "not_a_timestamp",
  "not_a_url",
  "insecure_url",
  "has_credentials",
  "expiry_before_production",
  "unknown_account",
  "control_character",
  "not_a_pin",
  "not_a_recovery_code",
  "invalid",
] as const;
export type FieldReason = (typeof FIELD_REASONS)[number];

/** `field` as in "lines.0.quantity"; empty where the whole input is meant. */
export interface FieldIssue {
  field: string;
  reason: FieldReason;
  message: string;
  params: Record<string, string | number>;
}

export const replyError = z.object({
  code: errorCode,
  message: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type ReplyError = z.infer<typeof replyError>;

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

/** The issues of a failed parse, each with its field and reason. At most 50: nobody reads more. */
export function fieldIssues(error: z.ZodError): FieldIssue[] {
  return error.issues
    .flatMap(mostTelling)
    .slice(0, 50)
    .flatMap((issue) => {
      const reason = reasonOf(issue);
      const path = issue.path.map(String);
      const params = limitsOf(issue);
      if (issue.code !== "unrecognized_keys")
        return [{ field: path.join("."), reason, message: wordsOf(issue, reason), params }];
      return issue.keys.map((key) => ({
        field: [...path, key].join("."),
        reason,
        message: "is not a field of this input",
        params,
      }));
    });
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
