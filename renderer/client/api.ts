/** The renderer's only way out: the bridge of the preload, with refusals thrown as errors. */
import type { CountersideBridge } from "../../contract/bridge.ts";
import type { ChannelInput, ChannelName, ChannelOutput } from "../../contract/channels.ts";
import type { CountersideEvent } from "../../contract/events.ts";
import type { ErrorCode, Reply, ReplyError } from "../../contract/reply.ts";
import { askForPin } from "./ask-pin.ts";

declare global {
  interface Window {
    readonly counterside: CountersideBridge;
  }
}

/** A refusal that came back on a channel. Its words for people are in `i18n/error-words.ts`. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly reply: ReplyError;
  readonly channel: ChannelName;
  constructor(channel: ChannelName, reply: ReplyError) {
    super(reply.message);
    this.name = "ApiError";
    this.code = reply.code;
    this.reply = reply;
    this.channel = channel;
  }
}

/**
 * Calls a channel and gives its value. Throws ApiError where the answer is a refusal. A call that is held back for the
 * owner's PIN waits for it here and then goes through, so no screen has to know of it.
 */
export async function invoke<Name extends ChannelName>(
  channel: Name,
  input: ChannelInput<Name>,
): Promise<ChannelOutput<Name>> {
  const reply = await throughPin(() => window.counterside.invoke(channel, input), askForPin);
  if (!reply.ok) throw new ApiError(channel, reply.error);
  return reply.value;
}

/** Hears every event; returns the function that stops it. */
export function subscribe(listener: (event: CountersideEvent) => void): () => void {
  return window.counterside.subscribe(listener);
}

/** Whatever was thrown, as the reply error it is or would have been. */
export function replyErrorOf(error: unknown): ReplyError {
  if (error instanceof ApiError) return error.reply;
  const message = error instanceof Error ? error.message : String(error);
  return { code: "internal", message, details: {} };
}

// Repeats a call that was held back for the PIN, once the PIN was given.

/**
 * Makes the call. Where it is answered `pin_needed`, nothing was done: the PIN is asked for, and the same call is made
 * again when it is right. Where the person declines, the refusal is the answer.
 */
export async function throughPin<Value>(
  call: () => Promise<Reply<Value>>,
  askForPin: (refusal: ReplyError) => Promise<boolean>,
): Promise<Reply<Value>> {
  for (;;) {
    const reply = await call();
    if (reply.ok || reply.error.code !== "pin_needed" || !(await askForPin(reply.error))) return reply;
  }
}
