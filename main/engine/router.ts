/** Channel in, reply out: parses the input, calls the handler, and turns every failure into a reply. */
import {
  type ChannelOutput,
  type EngineChannel,
  type HandlersOf,
  isEngineChannel,
  parseChannelInput,
} from "../../contract/channels.ts";
import { CountersideError, type Reply } from "../../contract/reply.ts";
import type { Log } from "./ports.ts";

export type Handlers = HandlersOf<EngineChannel>;

export type Invoke = (channel: string, input: unknown) => Promise<Reply<unknown>>;

/** Turns what was thrown into an error reply; `translate` names storage failures. */
export function errorReply(
  error: unknown,
  translate: (error: unknown) => CountersideError | null,
  log: Log,
): {
  ok: false;
  error: { code: CountersideError["code"]; message: string; details: Record<string, unknown> };
} {
  const inWords = translate(error);
  const known = error instanceof CountersideError ? error : inWords;
  if (known !== null)
    return { ok: false, error: { code: known.code, message: known.message, details: known.details } };
  log.error("a handler failed", { error });
  return {
    ok: false,
    error: {
      code: "internal",
      message: "Something went wrong inside the program; nothing was changed. The log holds the details.",
      details: {},
    },
  };
}

/** Returns the engine's `invoke`. It never rejects. */
export function createRouter(
  handlers: Handlers,
  translate: (error: unknown) => CountersideError | null,
  log: Log,
): Invoke {
  const call = <Name extends EngineChannel>(
    name: Name,
    input: unknown,
  ): ChannelOutput<Name> | Promise<ChannelOutput<Name>> => {
    const handler: Handlers[Name] = handlers[name];
    return handler(parseChannelInput(name, input));
  };
  return async (channel, input) => {
    try {
      if (!isEngineChannel(channel))
        throw new CountersideError(
          "unknown_channel",
          `There is no channel ${JSON.stringify(channel.slice(0, 100))}.`,
          {
            channel: channel.slice(0, 100),
          },
        );
      const answer = call(channel, input);
      // What is answered at once isn't put off: most channels only ask the file.
      return { ok: true, value: answer instanceof Promise ? await answer : answer };
    } catch (error) {
      return errorReply(error, translate, log);
    }
  };
}
