/** What is chosen to be restored, and what became of it. Outlives the screen. */
import { create } from "zustand";
import { invoke } from "../../api.ts";
import type { RestoreItem } from "./restore-plan.ts";

export type Asked =
  | { item: RestoreItem; step: "waiting" | "asking" }
  | { item: RestoreItem; step: "entered"; entryId: string }
  | { item: RestoreItem; step: "refused"; error: unknown };

interface Restores {
  chosen: RestoreItem[];
  asked: Asked[];
  running: boolean;
}

export const useRestores = create<Restores>(() => ({ chosen: [], asked: [], running: false }));
const { getState: get, setState: set } = useRestores;

/** Puts one more record among the chosen ones; twice the same is once. */
export function chooseItem(item: RestoreItem): void {
  const { chosen } = get();
  if (!chosen.some(({ key }) => key === item.key)) set({ chosen: [...chosen, item] });
}

/** Chooses exactly these of the records that a list shows; others chosen before stay. */
export function chooseAmong(shown: readonly RestoreItem[], keys: ReadonlySet<string>): void {
  const shownKeys = new Set(shown.map(({ key }) => key));
  const kept = get().chosen.filter(({ key }) => !shownKeys.has(key) || keys.has(key));
  const keptKeys = new Set(kept.map(({ key }) => key));
  const added = shown.filter(({ key }) => keys.has(key) && !keptKeys.has(key));
  set({ chosen: [...kept, ...added] });
}

export const dropItem = (key: string): void =>
  set({ chosen: get().chosen.filter((item) => item.key !== key) });

export const clearAsked = (): void => set({ asked: [] });

const putAt = (index: number, asked: Asked): void => set({ asked: get().asked.with(index, asked) });

/** Enters one restore after the other; one that is refused holds no other up. */
export async function restoreChosen(): Promise<void> {
  const { chosen, running } = get();
  if (running || chosen.length === 0) return;
  const before = get().asked.filter(({ step }) => step === "entered");
  const waiting = chosen.map((item): Asked => ({ item, step: "waiting" }));
  set({ chosen: [], asked: [...waiting, ...before], running: true });
  try {
    for (const [index, item] of chosen.entries()) {
      putAt(index, { item, step: "asking" });
      try {
        const { entryId } = await invoke("restore.request", item.input);
        putAt(index, { item, step: "entered", entryId });
      } catch (error) {
        putAt(index, { item, step: "refused", error });
      }
    }
  } finally {
    set({ running: false });
  }
}
