/** Tells the main process what failed in the page, so that it is written down there. */
import type { ChannelInput } from "../../contract/channels.ts";

/** The main process bounds it as well; this keeps a fault in a loop from calling it for ever. */
const MOST = 20;
let reported = 0;

/** Browsers tell of a layout that needed another round this way: no fault. */
const HARMLESS = /ResizeObserver loop/;

/** Passes on what was thrown. Never throws, and never asks for anything. */
export function reportError(kind: ChannelInput<"crashes.report">["kind"], thrown: unknown): void {
  const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  if (reported >= MOST || HARMLESS.test(message)) return;
  reported += 1;
  const stack = thrown instanceof Error ? (thrown.stack ?? null) : null;
  window.counterside
    .invoke("crashes.report", {
      kind,
      message: message.slice(0, 2_000),
      stack: stack?.slice(0, 8_000) ?? null,
    })
    // The console is all that is left; telling of this again would go round for ever.
    .catch((error: unknown) => console.error("a fault could not be reported", error));
}

/** Listens for what nobody caught. To be called once, before anything is drawn. */
export function watchFaults(): void {
  window.addEventListener("error", (event) => reportError("exception", event.error ?? event.message));
  window.addEventListener("unhandledrejection", (event) => reportError("rejection", event.reason));
}
