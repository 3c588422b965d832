/** What every channel answers: a value, or an error with a code of a closed list. */
import { z } from "zod";
import { ERROR_CODES, FIELD_REASONS } from "./codes.ts";

/** `field` as in "lines.0.quantity"; empty where the whole input is meant. */
export const fieldIssue = z.object({
  field: z.string(),
  reason: z.enum(FIELD_REASONS),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type FieldIssue = z.infer<typeof fieldIssue>;

export const replyError = z.object({
  code: z.enum(ERROR_CODES),
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
