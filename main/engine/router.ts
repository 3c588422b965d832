/** Channel in, reply out: parses the input, calls the handler, and turns every failure into a reply. */

import { ANOTHER_PROGRAM, type CallOrigin } from "../../contract/call.ts";
import { type EngineChannel, isEngineChannel } from "../../contract/channels.ts";
import { CountersideError } from "../../contract/error.ts";
import type { Reply, ReplyError } from "../../contract/reply.ts";

/** `origin`: who asked, where it was not another program. */
export type RouteCall = (
  channel: string,
  input: unknown,
  origin?: Pick<CallOrigin, "id" | "from">,
) => Promise<Reply<unknown>>;

/** Returns the engine's `invoke`. It never rejects. */
export function createRouter(
  answer: (channel: EngineChannel, input: unknown, call: CallOrigin) => unknown,
  wordsOf: (error: unknown) => ReplyError,
  now: () => number,
): RouteCall {
  return async (channel, input, origin = { id: "", from: ANOTHER_PROGRAM }) => {
    try {
      if (!isEngineChannel(channel))
        throw new CountersideError("unknown_channel", { channel: channel.slice(0, 100) });
      const value = answer(channel, input, { ...origin, channel, at: now() });
      // What is answered at once isn't put off: most channels only ask the file.
      return { ok: true, value: value instanceof Promise ? await value : value };
    } catch (error) {
      return { ok: false, error: wordsOf(error) };
    }
  };
}
