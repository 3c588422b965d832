/** The shortcuts that hold at this moment, for the shortcut sheet and the command palette. */
import { create } from "zustand";

export interface Shortcut {
  id: string;
  /** As in "Mod+Enter" or "Alt+Digit1": modifiers, then a physical key by its `KeyboardEvent.code` or a bare letter. */
  combo: string;
  words: string;
  scope: "everywhere" | "screen";
  /** Only told of: the key is heard where it is pressed, and there is nothing to run from elsewhere. */
  told?: boolean;
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
export const useShortcutRegistry = create<Registry>((set) => ({
  shortcuts: [],
  add: (shortcut) =>
    set((state) => ({ shortcuts: [...state.shortcuts.filter(({ id }) => id !== shortcut.id), shortcut] })),
  remove: (id) => set((state) => ({ shortcuts: state.shortcuts.filter((shortcut) => shortcut.id !== id) })),
}));

const NONE: Shortcut[] = [];

/** The shortcuts that hold now, for what lists them while it is open: a screen's come and go many at a time. */
export const useListedShortcuts = (open: boolean): Shortcut[] =>
  useShortcutRegistry((state) => (open ? state.shortcuts : NONE));
