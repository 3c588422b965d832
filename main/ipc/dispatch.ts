/** From a channel's name and input to its reply: parse, hand over, and never let an exception out. */
import type { CallOrigin, HandlersOf } from "../../contract/call.ts";
import type { PageName } from "../../contract/channels/declare.ts";
import {
  type ChannelOutput,
  isChannelName,
  isEngineChannel,
  parseCall,
  type ShellChannel,
  withApproval,
} from "../../contract/channels.ts";
import { CountersideError, errorReply } from "../../contract/error.ts";
import type { Reply } from "../../contract/reply.ts";

export type ShellHandlers = HandlersOf<ShellChannel>;

/** Hands a parsed input to the engine. */
export type CallEngine = (call: CallOrigin, input: unknown) => Promise<Reply<unknown>>;

/** Throws where the call may not go through now; it is asked before everything that is dispatched. */
export type Guard = (call: CallOrigin, input: unknown, approvalId: string | null) => void | Promise<void>;

export type Dispatch = (channel: unknown, input: unknown, page: PageName) => Promise<Reply<unknown>>;

/** Makes the dispatcher. `guard` sees every well-formed call; `unexpected` gets every error that is a bug. */
export function createDispatch(
  handlers: ShellHandlers,
  callEngine: CallEngine,
  guard: Guard,
  unexpected: (channel: string, error: unknown) => void,
): Dispatch {
  let calls = 0;
  const callShell = async <Name extends ShellChannel>(
    channel: Name,
    call: CallOrigin,
    given: unknown,
  ): Promise<ChannelOutput<Name>> => {
    const handler: ShellHandlers[Name] = handlers[channel];
    const { input, approvalId } = parseCall(channel, given);
    await guard(call, input, approvalId);
    return handler(call, input);
  };

  const answer = async (channel: unknown, input: unknown, page: PageName): Promise<Reply<unknown>> => {
    if (typeof channel !== "string" || !isChannelName(channel)) throw unknownChannel(channel);
    if (!isWithinSize(input)) throw new CountersideError("too_large", { reason: "input", channel });
    const call: CallOrigin = { id: String(++calls), channel, from: { page }, at: Date.now() };
    if (!isEngineChannel(channel)) return { ok: true, value: await callShell(channel, call, input) };
    const { input: parsed, approvalId } = parseCall(channel, input);
    await guard(call, parsed, approvalId);
    return callEngine(call, withApproval(parsed, approvalId));
  };

  return async (channel, input, page) => {
    try {
      return await answer(channel, input, page);
    } catch (error) {
      const noted = () => unexpected(String(channel).slice(0, 100), error);
      return { ok: false, error: errorReply(error, noted) };
    }
  };
}

const unknownChannel = (channel: unknown) =>
  new CountersideError("unknown_channel", {
    channel: typeof channel === "string" ? channel.slice(0, 100) : typeof channel,
  });

// Refuses input that is too large or oddly made before anything looks into it. Pure.

/** A draft's content is the largest thing that crosses; twice that is plenty. */
export const LARGEST_INPUT = 8_000_000;
const DEEPEST = 32;
const PER_VALUE = 8;

/**
 * Is the input plain data of at most `budget` characters, give or take?
 *
 * Stops at the first excess, so a hostile input costs no more than the budget.
 */
export function isWithinSize(input: unknown, budget = LARGEST_INPUT): boolean {
  return charge(input, budget, 0) >= 0;
}

/** What is left of the budget; negative when it is used up. */
function charge(value: unknown, budget: number, depth: number): number {
  if (depth > DEEPEST) return -1;
  const left = budget - PER_VALUE;
  if (typeof value === "string") return left - value.length;
  if (typeof value !== "object" || value === null) return typeof value === "function" ? -1 : left;
  if (Array.isArray(value)) return chargeAll(value, left, depth);
  if (Object.getPrototypeOf(value) !== Object.prototype) return -1;
  const keys = Object.keys(value).reduce((sum, key) => sum - key.length, left);
  return keys < 0 ? keys : chargeAll(Object.values(value), keys, depth);
}

function chargeAll(values: readonly unknown[], budget: number, depth: number): number {
  let left = budget;
  for (const value of values) {
    left = charge(value, left, depth + 1);
    if (left < 0) return left;
  }
  return left;
}
