/** Starts the window: settings first, so that it opens in the person's language and theme and nothing flickers. */
import "../theme/styles.ts";
import { invoke } from "../client/api.ts";
import { followEvents } from "../client/live-events.ts";
import { createQueryClient } from "../client/queries.ts";
import { reportError, watchFaults } from "../client/report-error.ts";
import { startWords } from "../i18n/setup.ts";
import { askFirst } from "./startup-queries.ts";

async function start(root: HTMLElement): Promise<void> {
  const client = createQueryClient();
  // Before the first question: what changes after its answer is noticed.
  followEvents(client);
  const asked = askFirst(client);
  const settings = await asked.settings;
  await startWords(settings.language, settings.digits);
  const direction = settings.language === "ar" ? "rtl" : "ltr";
  document.documentElement.dir = direction;
  document.documentElement.lang = settings.language;
  document.documentElement.style.fontSize = `${settings.textScale * 100}%`;
  // Drawn and laid out while the engine starts, and seen once answers are in it: they are a small part of the work.
  root.dataset.opening = "true";
  const { draw } = await import("./draw.tsx");
  await draw(root, client, direction);
  try {
    await asked.shown;
  } finally {
    delete root.dataset.opening;
    // A task after the frame's callbacks follows the paint.
    requestAnimationFrame(() =>
      setTimeout(() => {
        performance.mark("counterside:seen");
        invoke("start.seen", {}).catch((error: unknown) => reportError("rejection", error));
      }),
    );
  }
}

watchFaults();
const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
await start(root);
