/** Listens to one combination for as long as the component is mounted, and lists it on the sheet. */
import { useEffect, useId, useRef } from "react";
import { create } from "zustand";
import { matchesCombo } from "./keys.tsx";

interface UseShortcut {
  combo: string;
  words: string;
  run: () => void;
  scope?: Shortcut["scope"];
  /** False: it doesn't work and isn't listed. */
  enabled?: boolean;
  /** It works, but there is nothing to run now. */
  isIdle?: () => boolean;
  /** It works over a dialog, too, other than one with `SHOWN_ONCE`. */
  overDialogs?: boolean;
}

/** Marks what is shown this once: no key takes it away. */
export const SHOWN_ONCE = { "data-shown-once": true };
const isShownOnce = (): boolean => document.querySelector("[data-shown-once]") !== null;

/** A dialog has the keyboard to itself: no shortcut of the screen behind it works. */
const dialogIsOpen = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

/** Runs `run` when the combination is pressed, wherever the focus is. A key held down counts once. */
export function useShortcut({
  combo,
  words,
  run,
  scope = "screen",
  enabled = true,
  isIdle = () => false,
  overDialogs = false,
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
      if (overDialogs ? isShownOnce() : dialogIsOpen()) return;
      event.preventDefault();
      if (!event.repeat) latest.current.run();
    };
    window.addEventListener("keydown", listen);
    return () => {
      window.removeEventListener("keydown", listen);
      remove(id);
    };
  }, [id, combo, words, scope, enabled, overDialogs]);
}

/** Lists a key on the sheet that a place on the screen hears itself. */
export function useListedKey({ combo, words }: Pick<UseShortcut, "combo" | "words">): void {
  const id = useId();
  useEffect(() => {
    const { add, remove } = useShortcutRegistry.getState();
    add({ id, combo, words, scope: "screen", listedOnly: true, run: () => undefined });
    return () => remove(id);
  }, [id, combo, words]);
}

// The shortcuts that hold at this moment, for the shortcut sheet and the command palette.

export interface Shortcut {
  id: string;
  /** As in "Mod+Enter" or "Alt+Digit1": modifiers, then a physical key by its `KeyboardEvent.code` or a bare letter. */
  combo: string;
  words: string;
  scope: "everywhere" | "screen";
  /** Only listed: the key works where it is pressed, and there is nothing to run from elsewhere. */
  listedOnly?: boolean;
  /** Whether there is nothing to run now, asked when it is listed. */
  isIdle?: () => boolean;
  run: () => void;
}

interface Registry {
  shortcuts: Shortcut[];
  add: (shortcut: Shortcut) => void;
  remove: (id: string) => void;
}

/** Who listens now; a mounted component adds itself and removes itself. */
const useShortcutRegistry = create<Registry>((set) => ({
  shortcuts: [],
  add: (shortcut) =>
    set((state) => ({ shortcuts: [...state.shortcuts.filter(({ id }) => id !== shortcut.id), shortcut] })),
  remove: (id) => set((state) => ({ shortcuts: state.shortcuts.filter((shortcut) => shortcut.id !== id) })),
}));

const NONE: Shortcut[] = [];

/** The shortcuts that hold now, for what lists them while it is open: a screen's come and go many at a time. */
export const useListedShortcuts = (open: boolean): Shortcut[] =>
  useShortcutRegistry((state) => (open ? state.shortcuts : NONE));
