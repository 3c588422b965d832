/** Starts the window: settings first, so that it opens in the person's language and theme and nothing flickers. */
import "./theme/styles.ts";
import { createRoot } from "react-dom/client";
import { z } from "zod";
import { invoke } from "./api.ts";
import { App } from "./app.tsx";
import { startWords } from "./i18n/setup.ts";
import { fetchScreen, screenOf } from "./layout/screens.ts";
import { channelKey, createQueryClient } from "./queries.ts";
import { DEFAULT_SETTINGS } from "./settings.ts";
import { adoptThemeVariables } from "./theme/adopt-variables.ts";

// The page's policy forbids making code from text, which zod would try.
z.config({ jitless: true });

async function start(root: HTMLElement): Promise<void> {
  adoptThemeVariables();
  const client = createQueryClient();
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

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
await start(root);
