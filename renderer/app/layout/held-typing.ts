/** What is typed between the palette's shortcut and its field, which may still be on its way. */
import { written } from "../../features/scanning/scan-burst.ts";

/** By then the palette has its focus, or none will come; no keyboard stays dead for longer. */
const LONGEST_MS = 3_000;

let typed = "";
let isGivenUp = false;
let end: number | undefined;

function hold(event: KeyboardEvent): void {
  const { key, ctrlKey, altKey, metaKey } = event;
  if (key === "Escape") {
    releaseTyping();
    isGivenUp = true;
    // Drawn already, it closes by the same key.
    if (document.querySelector("[data-palette]") !== null) return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  if (key === "Backspace") typed = typed.slice(0, -1);
  // Ctrl with Alt is AltGr on Windows: a sign of its layer.
  else if (!metaKey && ctrlKey === altKey) typed += written(key) ?? "";
}

/**
 * Keeps what is typed from now on away from the screen, until it is released or Escape gives it up, for three seconds at
 * most. Enter and other keys that write nothing are dropped. Answers whether the palette is still wanted.
 */
export function holdTyping(): () => boolean {
  releaseTyping();
  isGivenUp = false;
  window.addEventListener("keydown", hold, true);
  end = window.setTimeout(releaseTyping, LONGEST_MS);
  return () => !isGivenUp;
}

/** Answers what was typed meanwhile; from now on keys go where the focus is. */
export function releaseTyping(): string {
  window.removeEventListener("keydown", hold, true);
  window.clearTimeout(end);
  const held = typed;
  typed = "";
  return held;
}
