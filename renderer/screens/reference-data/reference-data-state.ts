/** What the screen was left at, so that coming back finds the same place. */
import { create } from "zustand";
import { hasDeleted, type List, REFERENCE_KINDS } from "../../../contract/lists.ts";
import { ofOnePerson } from "../../client/who.ts";

interface ReferenceDataState {
  text: string;
  shown: Shown;
  importOpen: boolean;
}

export const useReferenceData = ofOnePerson(
  create<ReferenceDataState>(() => ({
    text: "",
    shown: "all",
    importOpen: false,
  })),
);

// What the screen shows, one tab each, and which file fills it.

/** Balances come from the service's answers only. */
export type ReferenceDataTab = List | "balance";
export const REFERENCE_DATA_TABS: readonly ReferenceDataTab[] = [...REFERENCE_KINDS, "balance"];

/** The tab of that name; products where there is none. */
export function tabOf(name: string | undefined): ReferenceDataTab {
  return REFERENCE_DATA_TABS.find((tab) => tab === name) ?? "product";
}

/** The others have no mark of deletion, neither in a file nor in an answer. */
export const canBeDeleted = (tab: ReferenceDataTab): boolean => tab !== "balance" && hasDeleted(tab);

export type Shown = "all" | "live" | "deleted";
export const SHOWN: readonly Shown[] = ["all", "live", "deleted"];

/** The filter as the channel takes it: left out means both. */
export function deletedFilter(shown: Shown): { deleted?: boolean } {
  return shown === "all" ? {} : { deleted: shown === "deleted" };
}
