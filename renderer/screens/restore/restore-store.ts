/** What is chosen to be restored, and what became of it. Outlives the screen. */
import { useTranslation } from "react-i18next";
import { create } from "zustand";
import { type RestoreOutcome, restoreInputOf } from "../../../contract/channels/posting.ts";
import { shownIds } from "../../../contract/operations.ts";
import { ApiError, doingInWords, invoke, isHeldBack, subscribe } from "../../client/api.ts";
import { useFormats } from "../../client/settings.ts";
import { ofOnePerson } from "../../client/who.ts";
import type { RestoreItem } from "./restore-plan.ts";

export type AskedRestore =
  | { item: RestoreItem; step: "waiting" }
  | { item: RestoreItem; step: "entered"; entryId: string }
  | { item: RestoreItem; step: "refused"; error: unknown };

interface Restores {
  chosen: RestoreItem[];
  asked: AskedRestore[];
  running: boolean;
}

export const useRestores = ofOnePerson(create<Restores>(() => ({ chosen: [], asked: [], running: false })));
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

const outcomeOf = (item: RestoreItem, outcome: RestoreOutcome): AskedRestore =>
  outcome.ok
    ? { item, step: "entered", entryId: outcome.entryId }
    : { item, step: "refused", error: new ApiError("restore.requestMany", outcome.error) };

/** What the engine reported of a record counts; of one that it never came to, the batch's own refusal does. */
const endOf = (asked: AskedRestore, error: unknown): AskedRestore =>
  asked.step === "entered" || asked.step === "refused" ? asked : { item: asked.item, step: "refused", error };

/**
 * Enters all that are chosen, in one call: the owner's PIN is asked for once, for exactly these. One that is refused
 * holds no other up. Where the whole call is refused before anything was entered, they stay chosen.
 */
async function restoreChosen(): Promise<void> {
  const { chosen, running } = get();
  if (running || chosen.length === 0) return;
  const before = get().asked.filter(({ step }) => step === "entered");
  const batchId = window.crypto.randomUUID();
  set({
    asked: [...chosen.map((item): AskedRestore => ({ item, step: "waiting" })), ...before],
    running: true,
  });
  const put = (index: number, outcome: RestoreOutcome): void => {
    const item = chosen[index];
    if (item !== undefined) set({ asked: get().asked.with(index, outcomeOf(item, outcome)) });
  };
  const stop = subscribe((event) => {
    if (event.event === "restore.batchProgressed" && event.payload.batchId === batchId)
      put(event.payload.index, event.payload.outcome);
  });
  try {
    const records = chosen.map(({ kind, ids }) => restoreInputOf(kind, ids));
    const { outcomes } = await invoke("restore.requestMany", { batchId, records });
    for (const [index, outcome] of outcomes.entries()) put(index, outcome);
    set({ chosen: [] });
  } catch (error) {
    if (error instanceof ApiError && isHeldBack(error.reply)) set({ asked: before });
    else set({ asked: get().asked.map((asked) => endOf(asked, error)), chosen: [] });
  } finally {
    stop();
    set({ running: false });
  }
}

/** A record in words, with its ids. */
export function useRecordWords(): (item: RestoreItem) => string {
  const { t } = useTranslation();
  return ({ kind, name, ids: parts }) => {
    const ids = `\u2068${shownIds(parts)}\u2069`;
    return name === null
      ? t(`operations.byIds.${kind}`, { ids })
      : t(`operations.byName.${kind}`, { name: `\u2068${name}\u2069`, ids });
  };
}

const MOST_NAMED = 3;

/** Asks for the chosen records; where the PIN is asked for first, its prompt names them. */
export function useRestore(): () => Promise<void> {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useRecordWords();
  return () => {
    const { chosen } = useRestores.getState();
    const named = formats.list(chosen.slice(0, MOST_NAMED).map(words));
    const more = chosen.length - MOST_NAMED;
    return doingInWords(
      more > 0 ? `${named}. ${t("restore.preview.more", { count: more })}` : named,
      restoreChosen,
    );
  };
}
