/** From bytes to a checked request: who asks, and whether the body is what the interface shows. */
import type { z } from "zod";
import { parseExactJson } from "../../../contract/exact-json.ts";
import { Refusal, type RefusedField } from "../books/refusal.ts";

/** A token that the service takes; `expiresAt` in milliseconds since 1970, null for never. */
export interface AcceptedToken {
  token: string;
  expiresAt: number | null;
}

/** Refuses (401) a missing, unknown or expired bearer token (section 5). */
export function requireToken(
  authorization: string | undefined,
  tokens: readonly AcceptedToken[],
  now: number,
): void {
  const given = /^Bearer (\S+)$/.exec(authorization ?? "")?.[1];
  if (given === undefined) {
    throw new Refusal(401, "sign_in_needed", "The Authorization header with a bearer token is missing.");
  }
  const known = tokens.find(({ token }) => token === given);
  if (known === undefined) throw new Refusal(401, "sign_in_needed", "The access token is not valid.");
  if (known.expiresAt !== null && known.expiresAt <= now) {
    throw new Refusal(401, "sign_in_needed", "The access token has expired.");
  }
}

/** Refuses (415) a body that is not said to be JSON (section 5, rule 2). */
export function requireJson(contentType: string | undefined): void {
  const mediaType = contentType?.split(";")[0]?.trim().toLowerCase();
  if (mediaType === "application/json") return;
  throw new Refusal(415, "json_wanted", "The Content-Type header must be application/json.");
}

/** Reads exact JSON out of UTF-8 bytes. Refuses (400) what is neither. */
export function readJson(bytes: Uint8Array): unknown {
  try {
    return parseExactJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    // TypeError: not UTF-8; SyntaxError: not JSON; RangeError: nested too deep.
    if (error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError) {
      throw new Refusal(400, "not_json", `The body is not JSON in UTF-8: ${error.message}`);
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
      return [{ field, reason: issue.message }];
  }
}

/** Checks a body against its schema of section 2 or 4. Refuses (400) with every wrong field named. */
export function checkBody<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
  const read = schema.safeParse(raw);
  if (read.success) return read.data;
  const fields = read.error.issues.flatMap((issue) => fieldsOf(issue, raw));
  const words = fields.map(({ field, reason }) => `${field || "the body"} ${reason}`).join("; ");
  throw new Refusal(
    400,
    "not_as_in_the_interface",
    `The request is not as in the interface: ${words}.`,
    fields,
  );
}
