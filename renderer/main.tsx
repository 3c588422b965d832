/** Starts the window: settings first, so that it opens in the person's language and theme and nothing flickers. */
import "./theme/styles.ts";
import type { QueryClient } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import type { ChannelInput, ChannelName } from "../contract/channels.ts";
import { invoke } from "./api.ts";
import { App } from "./app.tsx";
import { watchFaults } from "./crashes/tell.ts";
import { startWords } from "./i18n/setup.ts";
import { fetchScreen, screenOf } from "./layout/screens.ts";
import { channelKey, createQueryClient } from "./queries.ts";
import { DEFAULT_SETTINGS } from "./settings.ts";
import { adoptThemeVariables } from "./theme/adopt-variables.ts";

async function start(root: HTMLElement): Promise<void> {
  adoptThemeVariables();
  const client = createQueryClient();
  askEarly(client).catch((error: unknown) => console.error("the first questions were not asked", error));
  const first = screenOf(location.hash.slice(1));
  const [settings] = await Promise.all([
    invoke("settings.get", {}).catch((error: unknown) => {
      console.error("settings could not be read; starting with the defaults", error);
      return DEFAULT_SETTINGS;
    }),
    // Fetched before anything is drawn: a placeholder, once shown, stays for a third of a second. Where it can't
    // be fetched, the screen's own error says so.
    first === null ? null : fetchScreen(first).catch(() => null),
  ]);
  client.setQueryData(channelKey("settings.get", {}), settings);
  await startWords(settings.language, settings.digits);
  const direction = settings.language === "ar" ? "rtl" : "ltr";
  document.documentElement.dir = direction;
  document.documentElement.lang = settings.language;
  document.documentElement.style.fontSize = `${settings.textScale * 100}%`;
  createRoot(root).render(<App client={client} direction={direction} />);
}

/** Asks what every start needs before anything is drawn; the answers wait in the cache, or come as they may. */
async function askEarly(client: QueryClient): Promise<void> {
  const ask = <Name extends ChannelName>(channel: Name, input: ChannelInput<Name>) =>
    client.prefetchQuery({ queryKey: channelKey(channel, input), queryFn: () => invoke(channel, input) });
  await Promise.all([ask("connection.get", {}), ask("sync.status", {})]);
  // Without a connection it would be refused, and the screen doesn't ask it.
  if (client.getQueryData<unknown>(channelKey("connection.get", {})) != null) await ask("outbox.summary", {});
}

watchFaults();
const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
await start(root);
