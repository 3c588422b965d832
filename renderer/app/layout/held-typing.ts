/** What is typed between the palette's shortcut and its field, which may still be on its way. */

let typed = "";

function hold(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.key === "Escape") releaseTyping();
  else if (event.key === "Backspace") typed = typed.slice(0, -1);
  else if (event.key.length === 1) typed += event.key;
}

/** Keeps what is typed from now on away from the screen, until it is released or Escape gives it up. */
export function holdTyping(): void {
  typed = "";
  window.addEventListener("keydown", hold, true);
}

/** Answers what was typed meanwhile; from now on keys go where the focus is. */
export function releaseTyping(): string {
  window.removeEventListener("keydown", hold, true);
  const held = typed;
  typed = "";
  return held;
}
