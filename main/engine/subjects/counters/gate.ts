/** What the engine has of the counters from its start: nothing is loaded before a place is named. */
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import { once } from "../../../lib/once.ts";
import { hasWork, isTaking, nothingShared, readConfig } from "./config.ts";
import type { Counters } from "./counters.ts";
import type { CountersCall, CountersChannel, CountersGiven, CountersHandlers } from "./counters-world.ts";

/** Not while everything opens. */
const LOAD_AFTER_MS = 2_000;

export function createCountersGate(given: CountersGiven) {
  let opened: Counters | null = null;
  let isClosed = false;
  const load = once(async () => {
    const { openCounters } = await import("./counters.ts");
    const now = openCounters(given);
    opened = now;
    if (isClosed) void now.close();
    return now;
  });
  const { clock, log, profile } = given.engine;
  const cancel =
    hasWork(profile, given.fixed) || isTaking(profile)
      ? clock.schedule(LOAD_AFTER_MS, () => {
          load().catch((error: unknown) => log.error("the shop folder could not be loaded", { error }));
        })
      : () => undefined;
  const later =
    <Name extends CountersChannel>(name: Name) =>
    async (call: CountersCall, input: ParsedInput<Name>): Promise<ChannelOutput<Name>> => {
      const handler: CountersHandlers[Name] = (await load()).handlers[name];
      return handler(call, input);
    };
  /** Also where no place is named any more. */
  const isFenceShown = (): boolean => {
    const fence = given.books()?.file.fence;
    return fence !== undefined && (fence.taken() !== null || fence.heldUpTo() > 0);
  };
  const handlers: CountersHandlers = {
    // The window asks it at every start.
    "shopFolder.get": (call, input) =>
      opened === null && !hasWork(profile, given.fixed) && !isFenceShown()
        ? nothingShared(readConfig(profile))
        : later("shopFolder.get")(call, input),
    "shopFolder.set": later("shopFolder.set"),
    "shopFolder.refresh": later("shopFolder.refresh"),
    "shopFolder.configure": later("shopFolder.configure"),
    "shopFolder.changes": later("shopFolder.changes"),
    "shopFolder.decide": later("shopFolder.decide"),
    "shopFolder.counters": later("shopFolder.counters"),
    "shopFolder.goOn": later("shopFolder.goOn"),
    "shopFolder.makeKey": later("shopFolder.makeKey"),
    "shopFolder.drill": later("shopFolder.drill"),
    "takeover.list": later("takeover.list"),
    "takeover.claim": later("takeover.claim"),
    "takeover.handOver": later("takeover.handOver"),
    "takeover.receive": later("takeover.receive"),
  };
  return {
    handlers,
    /** Before it is loaded nothing is missed: it looks by itself what is due. */
    notice: (of: "backed_up" | "wants_look"): void => opened?.notice(of),
    async close(): Promise<void> {
      isClosed = true;
      cancel();
      await opened?.close();
    },
  };
}
