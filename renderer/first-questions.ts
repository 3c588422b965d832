/** What every start asks before anything is drawn, so that the window is drawn once, with its answers. */
import type { QueryClient } from "@tanstack/react-query";
import type { Settings } from "../contract/channels/shell.ts";
import type { ChannelInput, ChannelName } from "../contract/channels.ts";
import { invoke } from "./api.ts";
import { channelKey } from "./queries.ts";
import { UNDECIDED } from "./screens/home/undecided.ts";
import { askSettings, knownSettings } from "./settings.ts";

/** An engine that is still at work on its files keeps the window empty no longer than this. */
const PATIENCE_MS = 250;

/**
 * Gives the settings that hold when the answers are there, or take too long: they come into the cache as they may.
 * What was changed while the others were waited for is in it. Never rejects.
 */
export async function askFirst(client: QueryClient): Promise<Settings> {
  await Promise.all([
    askSettings(client),
    Promise.race([
      askAll(client).catch((error: unknown) => console.error("the first questions were not asked", error)),
      new Promise<void>((settle) => setTimeout(settle, PATIENCE_MS)),
    ]),
  ]);
  return knownSettings(client);
}

/** All at once: a question that waits for its part of the window to be drawn costs the window another drawing. */
async function askAll(client: QueryClient): Promise<void> {
  const ask = <Name extends ChannelName>(channel: Name, input: ChannelInput<Name>) =>
    client.prefetchQuery({ queryKey: channelKey(channel, input), queryFn: () => invoke(channel, input) });
  const shop = async () => {
    await ask("connection.get", {});
    // Without a connection they would be refused, and the screen doesn't ask them.
    if (client.getQueryData<unknown>(channelKey("connection.get", {})) == null) return;
    // The system may look for printers for long: they are asked for early, and not waited for. Never rejects.
    void ask("print.printers", {});
    await Promise.all([
      ask("recovery.report", {}),
      ask("outbox.list", UNDECIDED),
      ask("outbox.summary", {}),
      ask("backup.status", {}),
      ask("draft.list", {}),
      ask("mirror.counts", {}),
    ]);
  };
  await Promise.all([
    shop(),
    ask("sync.status", {}),
    ask("recovery.refusal", {}),
    ask("pin.status", {}),
    ask("vault.status", {}),
    ask("disk.status", {}),
    ask("ownerPolicy.get", {}),
  ]);
}
