/** Errors that are meant for the caller, and the refusal of an input. With their English: nothing that the window loads. */
import type { z } from "zod";
import { type ErrorCode, FIELD_REASONS, type FieldReason } from "./codes.ts";
import { type ErrorDetails, errorInEnglish } from "./english.ts";
import { type FieldIssue, fieldIssue, type Reply, type ReplyError } from "./reply.ts";
import { ExactNumber, exactIntegerOf } from "./values.ts";

/** An error that is meant for the caller. Everything else that is thrown is a bug and becomes `internal`. */
export class CountersideError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "CountersideError";
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;
  /** `message`: of one that was received; else it is made of the details. */
  constructor(code: Code, details: ErrorDetails[Code], message?: string) {
    super(message ?? errorInEnglish(code, details));
    this.code = code;
    this.details = details;
  }
}

/** The error of another process's or thread's answer, as it was there. */
export const receivedError = ({ code, details, message }: ReplyError): CountersideError =>
  new CountersideError(code, details, message);

/** The error of a reply, of one that was made or thrown. */
export const replyOf = ({ code, message, details }: CountersideError): ReplyError => ({
  code,
  message,
  details,
});

/** The error of the reply to what ended so; `unexpected` gets every bug, of which the caller learns nothing more. */
export function errorReply(error: unknown, unexpected: (error: unknown) => void): ReplyError {
  if (error instanceof CountersideError) return replyOf(error);
  unexpected(error);
  return replyOf(new CountersideError("internal", { reason: "unexpected" }));
}

/** The value of a reply, or its error thrown. */
export function valueIn<T>(reply: Reply<T>): T {
  if (reply.ok) return reply.value;
  throw receivedError(reply.error);
}

const isReason = (value: unknown): value is FieldReason => FIELD_REASONS.some((reason) => reason === value);

/** Of an exact number where a plain one is expected: it has a fraction, or more digits than those hold. */
const numberReason = ({ expected, input }: z.core.$ZodIssueInvalidType): FieldReason | null => {
  if (expected !== "number" || !(input instanceof ExactNumber)) return null;
  return exactIntegerOf(input.text) === null ? "not_an_integer" : "too_big";
};

function reasonOf(issue: z.core.$ZodIssue): FieldReason {
  switch (issue.code) {
    case "custom": {
      const reason: unknown = issue.params?.reason;
      return isReason(reason) ? reason : "invalid";
    }
    case "invalid_type":
      if (issue.input === undefined) return "required";
      return numberReason(issue) ?? "wrong_type";
    case "invalid_format":
      return issue.format === "uuid" ? "not_a_uuid" : issue.format === "date" ? "not_a_date" : "invalid";
    case "invalid_union":
      return "options" in issue ? "unknown_choice" : "invalid";
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

function paramsOf(issue: z.core.$ZodIssue): FieldIssue["params"] {
  switch (issue.code) {
    case "too_big":
      return { max: String(issue.maximum) };
    case "too_small":
      return { min: String(issue.minimum) };
    case "invalid_type":
      if (issue.input === undefined) return {};
      if (numberReason(issue) !== null) return { max: String(Number.MAX_SAFE_INTEGER) };
      return { expected: issue.expected === "record" ? "object" : issue.expected };
    case "invalid_format":
      return issue.pattern === undefined ? {} : { pattern: String(issue.pattern) };
    case "invalid_union":
      return "options" in issue && Array.isArray(issue.options) ? { choices: issue.options.join(", ") } : {};
    case "invalid_value":
      return { choices: issue.values.map(String).join(", ") };
    case "custom": {
      const { reason: _, ...params } = issue.params ?? {};
      return fieldIssue.shape.params.parse(params);
    }
    default:
      return {};
  }
}

/** A union's or a key's own issue says little: the branch that came furthest, or what is wrong with the key, does. */
function mostTelling(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code === "invalid_key")
    return issue.issues.slice(0, 1).map((inner) => ({ ...inner, path: issue.path }));
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
      const params = paramsOf(issue);
      return issue.code === "unrecognized_keys"
        ? issue.keys
            .slice(0, MOST_ISSUES)
            .map((key) => ({ field: fieldOf([...path, key === "" ? '""' : key]), reason, params }))
        : [{ field: fieldOf(path), reason, params }];
    })
    .slice(0, MOST_ISSUES)
    .filter(({ field }, at, all) => all.findIndex((issue) => issue.field === field) === at);
}

/** The `invalid_input` of these; bounded, however many there are. */
export const invalidInput = (issues: readonly FieldIssue[]): CountersideError =>
  new CountersideError("invalid_input", {
    issues: issues.slice(0, MOST_ISSUES).map((issue) => ({ ...issue, field: fieldOf([issue.field]) })),
  });

/** The `invalid_input` of one field. */
export const invalidField = (
  field: string,
  reason: FieldReason,
  params: FieldIssue["params"] = {},
): CountersideError => invalidInput([{ field, reason, params }]);

/** Parses input or throws `invalid_input` that names each field and its reason. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalidInput(fieldIssues(parsed.error));
}
