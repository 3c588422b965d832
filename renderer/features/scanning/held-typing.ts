/** What is typed while the field that it is meant for is still on its way. */
import { PAUSE_MS, writtenBy } from "./scan-burst.ts";

/** By then the field has the focus, or it won't; no keyboard stays dead for longer. */
const LONGEST_MS = 3_000;

/** `everything`: no key reaches the screen. `signs`: shortcuts and scanners work meanwhile. */
type Kept = "everything" | "signs";

interface Held {
  kept: Kept;
  /** Ends in a line feed where Enter ended it. */
  typed: string;
  /** When the last sign came. */
  lastAt: number;
  isGivenUp: boolean;
  /** The field has the focus; it is only waited until no scanner can be in the middle of a code. */
  isReady: boolean;
  end: number;
}

let current: Held | null = null;

function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function hold(event: KeyboardEvent): void {
  const held = current;
  if (held === null) return;
  const { key, ctrlKey, altKey, metaKey } = event;
  // Ctrl with Alt is AltGr on Windows: a sign of its layer.
  const isCombination = metaKey || ctrlKey !== altKey;
  const sign = isCombination ? null : writtenBy(key);
  const isEntered = held.typed.endsWith("\n");
  if (held.kept === "everything" && key === "Enter" && !isCombination && !ctrlKey && !isEntered) {
    // Before any letter nobody knows what it would run.
    if (held.typed !== "") held.typed += "\n";
  } else if (isEntered && key !== "Escape") {
    // What comes after Enter is no part of the search.
  } else if (sign !== null) {
    held.typed += sign;
    held.lastAt = event.timeStamp;
  } else if (key === "Backspace" && held.typed !== "") {
    held.typed = held.typed.slice(0, -1);
  } else if (held.kept === "signs") {
    if (held.isReady) typeHeld(true);
    if (held.isReady || isCombination) return;
  } else if (key === "Escape") {
    releaseTyping();
    held.isGivenUp = true;
    // Drawn already, the palette closes by the same key.
    if (document.querySelector("[data-palette]") !== null) return;
  }
  swallow(event);
}

/**
 * Keeps what is typed from now on for a field that is on its way, for three seconds at most: until it is released, or
 * until Escape gives `everything` up. Answers whether the field is still wanted.
 */
export function holdTyping(kept: Kept): () => boolean {
  releaseTyping();
  const end = window.setTimeout(releaseTyping, LONGEST_MS);
  const held: Held = { kept, typed: "", lastAt: 0, isGivenUp: false, isReady: false, end };
  current = held;
  window.addEventListener("keydown", hold, true);
  return () => !held.isGivenUp;
}

/** Whether no key is anybody else's. */
export const isHoldingEverything = (): boolean => current?.kept === "everything";

/** Answers what was typed meanwhile, and a line feed where Enter ended it; from now on keys go where the focus is. */
export function releaseTyping(): string {
  window.removeEventListener("keydown", hold, true);
  const typed = current?.typed ?? "";
  window.clearTimeout(current?.end);
  current = null;
  return typed;
}

/** Types the signs that were kept into the field that has the focus now; `atOnce`: a person goes on to another key. */
export function typeHeld(atOnce = false): void {
  const held = current;
  if (held?.kept !== "signs") return;
  held.isReady = true;
  const rest = held.typed === "" || atOnce ? 0 : held.lastAt + PAUSE_MS - performance.now();
  if (rest > 0) {
    window.setTimeout(() => {
      if (current === held) typeHeld();
    }, rest);
    return;
  }
  const typed = releaseTyping();
  // As the keys would have: the field hears of it, and can undo it.
  if (typed !== "") document.execCommand("insertText", false, typed);
}
