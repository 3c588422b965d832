/** The renderer's only way out: the bridge of the preload, with refusals thrown as errors. */

import { create } from "zustand";
import type { CountersideBridge } from "../../contract/bridge.ts";
import { PIN_ACTIONS, type PinAction } from "../../contract/channels/declare.ts";
import type { ChannelInput, ChannelName, ChannelOutput } from "../../contract/channels.ts";
import type { ErrorCode } from "../../contract/codes.ts";
import type { CountersideEvent } from "../../contract/events.ts";
import type { Reply, ReplyError } from "../../contract/reply.ts";

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

// Asks the person for the PIN, once for all calls that wait for it. The prompt (`pin-prompt.tsx`) answers.

interface Asking {
  action: PinAction | null;
  /** True: it is open now. False: the person would rather not. */
  answered: Promise<boolean>;
  answer: (opened: boolean) => void;
}

interface PinAsk {
  asking: Asking | null;
  /** What was declined last, and when. */
  declined: { action: PinAction | null; at: number } | null;
  /** What the person is about to do, in words; null where no screen says it. */
  doing: string | null;
}

export const usePinAsk = create<PinAsk>(() => ({ asking: null, declined: null, doing: null }));

/** Does what may ask for the PIN; the prompt then says in these words what it is for. */
export async function doingInWords<Result>(words: string, act: () => Promise<Result>): Promise<Result> {
  usePinAsk.setState({ doing: words });
  try {
    return await act();
  } finally {
    usePinAsk.setState({ doing: null });
  }
}

/** Calls that follow one that was declined as closely as this belong to the same press of a button. */
const SAME_PRESS_MS = 500;

/** Whether a call belongs to what the person has just declined. Pure. */
export const isSamePress = (declined: PinAsk["declined"], action: PinAction | null, now: number): boolean =>
  declined !== null && declined.action === action && now - declined.at < SAME_PRESS_MS;

/** Shows the prompt, or joins it where it is shown already; answers whether the PIN is open now. */
export function askForPin(refusal: ReplyError, now = performance.now()): Promise<boolean> {
  const action = PIN_ACTIONS.find((known) => known === refusal.details.action) ?? null;
  const { asking, declined } = usePinAsk.getState();
  if (asking !== null) return asking.answered;
  if (isSamePress(declined, action, now)) {
    usePinAsk.setState({ declined: { action, at: now } });
    return Promise.resolve(false);
  }
  let settle: (opened: boolean) => void = () => undefined;
  const answered = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  const answer = (opened: boolean) => {
    usePinAsk.setState({ asking: null, declined: opened ? null : { action, at: performance.now() } });
    settle(opened);
  };
  usePinAsk.setState({ asking: { action, answered, answer } });
  return answered;
}
