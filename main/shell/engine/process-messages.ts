/** Reads what a utility process says; anything else than the agreed messages is null. */
import { z } from "zod";
import { readEvent } from "../../../contract/events.ts";
import type { FromEngine, FromPractice } from "../../../contract/process-messages.ts";
import { type Reply, replyError } from "../../../contract/reply.ts";

const fromEngine = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), pid: z.number() }),
  z.object({ type: z.literal("failed"), error: replyError }),
  z.object({ type: z.literal("reply"), id: z.number(), reply: z.unknown() }),
  z.object({ type: z.literal("event"), event: z.unknown() }),
]);

const reply = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: replyError }),
]);

function readReply(value: unknown): Reply<unknown> | null {
  const parsed = reply.safeParse(value);
  if (!parsed.success) return null;
  return parsed.data.ok ? { ok: true, value: parsed.data.value } : parsed.data;
}

/** One message of the engine. */
export function readEngineMessage(data: unknown): FromEngine | null {
  const parsed = fromEngine.safeParse(data);
  if (!parsed.success) return null;
  const message = parsed.data;
  switch (message.type) {
    case "ready":
    case "failed":
      return message;
    case "reply": {
      const read = readReply(message.reply);
      return read === null ? null : { type: "reply", id: message.id, reply: read };
    }
    case "event": {
      const event = readEvent(message.event);
      return event === null ? null : { type: "event", event };
    }
  }
}

const fromPractice = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("state"),
    up: z.boolean(),
    serviceUrl: z.string(),
    token: z.string(),
    tenantId: z.number(),
    userId: z.number(),
  }),
  z.object({ type: z.literal("failed"), message: z.string() }),
]) satisfies z.ZodType<FromPractice>;

/** One message of the practice service. */
export function readPracticeMessage(data: unknown): FromPractice | null {
  const parsed = fromPractice.safeParse(data);
  return parsed.success ? parsed.data : null;
}
