/** The renderer's only way out: the bridge of the preload, with refusals thrown as errors. */

import { create } from "zustand";
import type { CountersideBridge } from "../../contract/bridge.ts";
import type { ChannelInput, ChannelName, ChannelOutput } from "../../contract/channels.ts";
import type { ErrorCode } from "../../contract/codes.ts";
import type { CountersideEvent } from "../../contract/events.ts";
import { PIN_ACTIONS, type PinAction } from "../../contract/pin-actions.ts";
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
 * owner's PIN, or for another person's approval, waits for it here and then goes through, so no screen has to know of it.
 */
export async function invoke<Name extends ChannelName>(
  channel: Name,
  input: ChannelInput<Name>,
): Promise<ChannelOutput<Name>> {
  const call = (approvalId: string | null) =>
    window.counterside.invoke(channel, approvalId === null ? input : { ...input, approvalId });
  const reply = await throughPin(call, askForPin);
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

// Repeats a call that was held back for a PIN, once the PIN was given.

/** Whether a call was only held back: nothing was done, and a PIN lets it through. */
export const isHeldBack = ({ code }: ReplyError): boolean =>
  code === "pin_needed" || code === "approval_needed";

/** The approval that a call waits for; null where it waits for the owner's PIN. */
const approvalOf = ({ details: { approvalId } }: ReplyError): string | null =>
  typeof approvalId === "string" ? approvalId : null;

/**
 * Makes the call. Where it is held back, nothing was done: the PIN is asked for, and the same call is made again when it
 * is right, with the approval that was given by it. Where the person declines, the refusal is the answer.
 */
export async function throughPin<Value>(
  call: (approvalId: string | null) => Promise<Reply<Value>>,
  askForPin: (refusal: ReplyError) => Promise<boolean>,
): Promise<Reply<Value>> {
  let approvalId: string | null = null;
  for (;;) {
    const reply = await call(approvalId);
    if (reply.ok || !isHeldBack(reply.error) || !(await askForPin(reply.error))) return reply;
    approvalId = approvalOf(reply.error);
  }
}

// Asks for the PIN: of the owner once for all calls that wait for it, for an approval once for each call. The prompts
// (`pin-prompt.tsx`, `approval-prompt.tsx`) answer.

interface Asking {
  /** Of the owner's PIN. */
  action: PinAction | null;
  /** What another person is asked to approve; null where it is the owner's PIN that is asked for. */
  approvalId: string | null;
  /** True: it was given. False: the person would rather not. */
  answered: Promise<boolean>;
  answer: (given: boolean) => void;
}

interface PinAsk {
  asking: Asking | null;
  /** What was declined last, an action of the PIN or a right, and when. */
  declined: { action: string | null; at: number } | null;
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
export const isSamePress = (declined: PinAsk["declined"], action: string | null, now: number): boolean =>
  declined !== null && declined.action === action && now - declined.at < SAME_PRESS_MS;

const pinActionIn = ({ details }: ReplyError): PinAction | null =>
  PIN_ACTIONS.find((known) => known === details.action) ?? null;
const heldBackBy = (refusal: ReplyError): string | null => {
  const { right } = refusal.details;
  return typeof right === "string" ? right : pinActionIn(refusal);
};

/** Shows the prompt, or joins it where it is shown already; answers whether the PIN is open, or the approval given. */
export function askForPin(refusal: ReplyError, now = performance.now()): Promise<boolean> {
  const [action, approvalId] = [heldBackBy(refusal), approvalOf(refusal)];
  const { asking, declined } = usePinAsk.getState();
  if (asking !== null)
    // An approval is for one call alone: the next one asks for its own.
    return approvalId === null ? asking.answered : asking.answered.then(() => askForPin(refusal));
  if (isSamePress(declined, action, now)) {
    usePinAsk.setState({ declined: { action, at: now } });
    return Promise.resolve(false);
  }
  let settle: (given: boolean) => void = () => undefined;
  const answered = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  const answer = (given: boolean) => {
    usePinAsk.setState({ asking: null, declined: given ? null : { action, at: performance.now() } });
    settle(given);
  };
  usePinAsk.setState({ asking: { action: pinActionIn(refusal), approvalId, answered, answer } });
  return answered;
}
