/** Channel in, reply out: parses the input, calls the handler, and turns every failure into a reply. */

import { type CallOrigin, THE_PROGRAM } from "../../contract/call.ts";
import { type EngineChannel, isEngineChannel } from "../../contract/channels.ts";
import { CountersideError, type Reply, type ReplyError } from "../../contract/reply.ts";
import type { Log } from "../lib/log.ts";

/** `origin`: who asked, where it was not this process. */
export type RouteCall = (
  channel: string,
  input: unknown,
  origin?: Pick<CallOrigin, "id" | "from">,
) => Promise<Reply<unknown>>;

/** What a caller learns of what was thrown; `translate` names storage failures. */
export function errorReply(
  error: unknown,
  translate: (error: unknown) => CountersideError | null,
  log: Log,
): ReplyError {
  const inWords = translate(error);
  const known = error instanceof CountersideError ? error : inWords;
  if (known !== null) return { code: known.code, message: known.message, details: known.details };
  log.error("a handler failed", { error });
  return {
    code: "internal",
    message: "Something went wrong inside the program; nothing was changed. The log holds the details.",
    details: {},
  };
}

/** Returns the engine's `invoke`. It never rejects. */
export function createRouter(
  answer: (channel: EngineChannel, input: unknown, call: CallOrigin) => unknown,
  wordsOf: (error: unknown) => ReplyError,
  now: () => number,
): RouteCall {
  return async (channel, input, origin = { id: "", from: THE_PROGRAM }) => {
    try {
      if (!isEngineChannel(channel))
        throw new CountersideError(
          "unknown_channel",
          `There is no channel ${JSON.stringify(channel.slice(0, 100))}.`,
          { channel: channel.slice(0, 100) },
        );
      const value = answer(channel, input, { ...origin, channel, at: now() });
      // What is answered at once isn't put off: most channels only ask the file.
      return { ok: true, value: value instanceof Promise ? await value : value };
    } catch (error) {
      return { ok: false, error: wordsOf(error) };
    }
  };
}
