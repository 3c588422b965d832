/** What every start asks before the window is seen, so that it is seen once, with its answers. */
import { defaultScheduler, notifyManager, type QueryClient } from "@tanstack/react-query";
import type { Settings } from "../../contract/channels/shell.ts";
import type { ChannelInput, ChannelName } from "../../contract/channels.ts";
import { invoke } from "../client/api.ts";
import { channelKey } from "../client/queries.ts";
import { askSettings, knownSettings } from "../client/settings.ts";
import { NEWEST, UNDECIDED } from "../screens/home/undecided.ts";

/** An engine that is still at work on its files keeps the window empty no longer than this. */
const PATIENCE_MS = 250;

/**
 * Asks everything. `settings` gives the settings as they are known then; `answered` settles when all answers are there,
 * or take too long: then they come as they may. Neither rejects. What is drawn meanwhile gets all answers
 * together, at the end: each by itself would have the window drawn anew. `patience` settles when they took too long.
 */
export function askFirst(
  client: QueryClient,
  patience = new Promise<void>((settle) => setTimeout(settle, PATIENCE_MS)),
): { settings: Promise<Settings>; answered: Promise<void> } {
  const held: (() => void)[] = [];
  notifyManager.setScheduler((tell) => void held.push(tell));
  const answered = Promise.race([
    askAll(client).catch((error: unknown) => console.error("the first questions were not asked", error)),
    patience,
  ]).then(() => {
    notifyManager.setScheduler(defaultScheduler);
    for (const tell of held) tell();
  });
  return { settings: askSettings(client).then(() => knownSettings(client)), answered };
}

/** All at once: a question that waits for another's answer, or for its part of the window, costs another drawing. */
async function askAll(client: QueryClient): Promise<void> {
  const ask = <Name extends ChannelName>(channel: Name, input: ChannelInput<Name>) =>
    client.prefetchQuery({ queryKey: channelKey(channel, input), queryFn: () => invoke(channel, input) });
  // Refused where there is no connection. Nothing is kept of that: the screens ask these with a connection only.
  const askOfShop = <Name extends ChannelName>(channel: Name, input: ChannelInput<Name>) =>
    invoke(channel, input).then(
      (value) => void client.setQueryData(channelKey(channel, input), value),
      () => undefined,
    );
  // The system may look for printers for long: they are asked for early, and not waited for.
  void ask("print.printers", {});
  await Promise.all([
    // The first of the engine's answers: where nobody is signed in, nothing else is drawn.
    ask("people.status", {}),
    ask("connection.get", {}),
    ask("sync.status", {}),
    ask("recovery.refusal", {}),
    ask("pin.status", {}),
    ask("vault.status", {}),
    ask("disk.status", {}),
    ask("ownerPolicy.get", {}),
    askOfShop("outbox.summary", {}),
    askOfShop("outbox.list", UNDECIDED),
    askOfShop("outbox.list", NEWEST),
    askOfShop("recovery.report", {}),
    askOfShop("backup.status", {}),
    askOfShop("draft.list", {}),
    askOfShop("mirror.counts", {}),
  ]);
}
