/** Listens to one combination for as long as the component is mounted, and lists it on the sheet. */
import { useEffect, useId, useRef } from "react";
import { matchesCombo } from "./combo.ts";
import { type Shortcut, useShortcutRegistry } from "./registry.ts";

interface UseShortcut {
  combo: string;
  words: string;
  run: () => void;
  scope?: Shortcut["scope"];
  /** False: not heard and not listed. */
  enabled?: boolean;
  /** Heard, but there is nothing to run now. */
  isIdle?: () => boolean;
}

/** A dialog has the keyboard to itself: no shortcut of the screen behind it is heard. */
const dialogIsOpen = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

/** Runs `run` when the combination is pressed, wherever the focus is. A key held down counts once. */
export function useShortcut({
  combo,
  words,
  run,
  scope = "screen",
  enabled = true,
  isIdle = () => false,
}: UseShortcut): void {
  const id = useId();
  const latest = useRef({ run, isIdle });
  useEffect(() => {
    latest.current = { run, isIdle };
  });
  useEffect(() => {
    if (!enabled) return;
    const { add, remove } = useShortcutRegistry.getState();
    add({
      id,
      combo,
      words,
      scope,
      run: () => latest.current.run(),
      isIdle: () => latest.current.isIdle(),
    });
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !matchesCombo(event, combo)) return;
      if (dialogIsOpen()) return;
      event.preventDefault();
      if (!event.repeat) latest.current.run();
    };
    window.addEventListener("keydown", listen);
    return () => {
      window.removeEventListener("keydown", listen);
      remove(id);
    };
  }, [id, combo, words, scope, enabled]);
}

/** Lists a key on the sheet that a place on the screen hears itself. */
export function useToldKey({ combo, words }: Pick<UseShortcut, "combo" | "words">): void {
  const id = useId();
  useEffect(() => {
    const { add, remove } = useShortcutRegistry.getState();
    add({ id, combo, words, scope: "screen", told: true, run: () => undefined });
    return () => remove(id);
  }, [id, combo, words]);
}
