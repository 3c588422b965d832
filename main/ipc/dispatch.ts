/** From a channel's name and input to its reply: parse, hand over, and never let an exception out. */
import type { z } from "zod";
import {
  CHANNELS,
  type ChannelName,
  type ChannelOutput,
  type EngineChannel,
  isChannelName,
  isEngineChannel,
  type ParsedInput,
  type ShellChannel,
} from "../../contract/channels.ts";
import { CountersideError, parseInput, type Reply, type ReplyError } from "../../contract/reply.ts";
import { isWithinSize } from "./input-size.ts";

/** One function for each channel that the main process answers itself. */
export type ShellHandlers = {
  [Name in ShellChannel]: (input: ParsedInput<Name>) => ChannelOutput<Name> | Promise<ChannelOutput<Name>>;
};

/** Hands a parsed input to the engine. */
export type CallEngine = (channel: EngineChannel, input: unknown) => Promise<Reply<unknown>>;

/** Throws where the call may not go through now; it stands before everything that is dispatched. */
export type Guard = (channel: ChannelName, input: unknown) => void;

export type Dispatch = (channel: unknown, input: unknown) => Promise<Reply<unknown>>;

type Bound = (input: unknown, guard: (parsed: unknown) => void) => Promise<unknown>;

function bind<Input extends z.ZodType>(schema: Input, handler: (input: z.output<Input>) => unknown): Bound {
  return async (input, guard) => {
    const parsed = parseInput(schema, input);
    guard(parsed);
    return handler(parsed);
  };
}

const refusal = (error: ReplyError): Reply<never> => ({ ok: false, error });

/** Makes the dispatcher. `guard` sees every call that is well formed; `unexpected` is told of every error that is a bug. */
export function createDispatch(
  handlers: ShellHandlers,
  callEngine: CallEngine,
  guard: Guard,
  unexpected: (channel: string, error: unknown) => void,
): Dispatch {
  const shell = new Map<string, Bound>([
    ["settings.get", bind(CHANNELS["settings.get"].input, handlers["settings.get"])],
    ["settings.set", bind(CHANNELS["settings.set"].input, handlers["settings.set"])],
    ["vault.status", bind(CHANNELS["vault.status"].input, handlers["vault.status"])],
    ["vault.forget", bind(CHANNELS["vault.forget"].input, handlers["vault.forget"])],
    ["practice.start", bind(CHANNELS["practice.start"].input, handlers["practice.start"])],
    ["practice.status", bind(CHANNELS["practice.status"].input, handlers["practice.status"])],
    [
      "practice.setServiceUp",
      bind(CHANNELS["practice.setServiceUp"].input, handlers["practice.setServiceUp"]),
    ],
    ["file.choose", bind(CHANNELS["file.choose"].input, handlers["file.choose"])],
    ["drill.run", bind(CHANNELS["drill.run"].input, handlers["drill.run"])],
    ["app.environment", bind(CHANNELS["app.environment"].input, handlers["app.environment"])],
    ["app.quit", bind(CHANNELS["app.quit"].input, handlers["app.quit"])],
    ["print.slip", bind(CHANNELS["print.slip"].input, handlers["print.slip"])],
    ["print.worksheet", bind(CHANNELS["print.worksheet"].input, handlers["print.worksheet"])],
    ["print.recoveryCode", bind(CHANNELS["print.recoveryCode"].input, handlers["print.recoveryCode"])],
    ["print.printers", bind(CHANNELS["print.printers"].input, handlers["print.printers"])],
    ["print.content", bind(CHANNELS["print.content"].input, handlers["print.content"])],
    ["print.drawn", bind(CHANNELS["print.drawn"].input, handlers["print.drawn"])],
    ["ownerPolicy.get", bind(CHANNELS["ownerPolicy.get"].input, handlers["ownerPolicy.get"])],
    ["crashes.list", bind(CHANNELS["crashes.list"].input, handlers["crashes.list"])],
    ["crashes.report", bind(CHANNELS["crashes.report"].input, handlers["crashes.report"])],
    ["crashes.seen", bind(CHANNELS["crashes.seen"].input, handlers["crashes.seen"])],
    ["crashes.deleteAll", bind(CHANNELS["crashes.deleteAll"].input, handlers["crashes.deleteAll"])],
    ["crashes.send", bind(CHANNELS["crashes.send"].input, handlers["crashes.send"])],
    ["support.contents", bind(CHANNELS["support.contents"].input, handlers["support.contents"])],
    ["support.save", bind(CHANNELS["support.save"].input, handlers["support.save"])],
    ["attachment.choose", bind(CHANNELS["attachment.choose"].input, handlers["attachment.choose"])],
    ["attachment.receive", bind(CHANNELS["attachment.receive"].input, handlers["attachment.receive"])],
    ["attachment.present", bind(CHANNELS["attachment.present"].input, handlers["attachment.present"])],
    ["attachment.open", bind(CHANNELS["attachment.open"].input, handlers["attachment.open"])],
    ["attachment.saveAs", bind(CHANNELS["attachment.saveAs"].input, handlers["attachment.saveAs"])],
    ["link.open", bind(CHANNELS["link.open"].input, handlers["link.open"])],
    ["updates.status", bind(CHANNELS["updates.status"].input, handlers["updates.status"])],
    ["updates.check", bind(CHANNELS["updates.check"].input, handlers["updates.check"])],
    ["updates.download", bind(CHANNELS["updates.download"].input, handlers["updates.download"])],
    ["updates.setAtQuit", bind(CHANNELS["updates.setAtQuit"].input, handlers["updates.setAtQuit"])],
    ["updates.restart", bind(CHANNELS["updates.restart"].input, handlers["updates.restart"])],
    ["pin.status", bind(CHANNELS["pin.status"].input, handlers["pin.status"])],
    ["pin.set", bind(CHANNELS["pin.set"].input, handlers["pin.set"])],
    ["pin.change", bind(CHANNELS["pin.change"].input, handlers["pin.change"])],
    ["pin.configure", bind(CHANNELS["pin.configure"].input, handlers["pin.configure"])],
    ["pin.remove", bind(CHANNELS["pin.remove"].input, handlers["pin.remove"])],
    ["pin.renewCode", bind(CHANNELS["pin.renewCode"].input, handlers["pin.renewCode"])],
    ["pin.reset", bind(CHANNELS["pin.reset"].input, handlers["pin.reset"])],
    ["pin.unlock", bind(CHANNELS["pin.unlock"].input, handlers["pin.unlock"])],
    ["pin.lock", bind(CHANNELS["pin.lock"].input, handlers["pin.lock"])],
    ["pin.codeShown", bind(CHANNELS["pin.codeShown"].input, handlers["pin.codeShown"])],
  ] satisfies [ShellChannel, Bound][]);

  const answer = async (channel: unknown, input: unknown): Promise<Reply<unknown>> => {
    if (typeof channel !== "string" || !isChannelName(channel)) throw unknownChannel(channel);
    if (!isWithinSize(input))
      throw new CountersideError("too_large", "The input is too large or is not plain data.", { channel });
    if (isEngineChannel(channel)) {
      const parsed = parseInput(CHANNELS[channel].input, input);
      guard(channel, parsed);
      return callEngine(channel, parsed);
    }
    const handler = shell.get(channel);
    if (handler === undefined) throw unknownChannel(channel);
    return { ok: true, value: await handler(input, (parsed) => guard(channel, parsed)) };
  };

  return async (channel, input) => {
    try {
      return await answer(channel, input);
    } catch (error) {
      if (error instanceof CountersideError)
        return refusal({ code: error.code, message: error.message, details: error.details });
      unexpected(String(channel).slice(0, 100), error);
      return refusal({
        code: "internal",
        message: "Something unexpected went wrong; the log has the details.",
        details: {},
      });
    }
  };
}

const unknownChannel = (channel: unknown) =>
  new CountersideError("unknown_channel", "There is no such channel.", {
    channel: typeof channel === "string" ? channel.slice(0, 100) : typeof channel,
  });
