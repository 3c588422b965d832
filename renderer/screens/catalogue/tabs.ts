/** What the catalogue shows, one tab each, and which file fills it. */
import type { ReferenceKind } from "../../../contract/channels/mirror.ts";

/** Kinds that `mirror.search` finds. */
export const SEARCHED_KINDS = [
  "product",
  "measureUnit",
  "account",
  "store",
  "currency",
  "exchangeRate",
  "permission",
] as const;
export type SearchedKind = (typeof SEARCHED_KINDS)[number];

export const CATALOGUE_TABS = [...SEARCHED_KINDS, "taxVoucher", "stock", "purchase", "balance"] as const;
export type CatalogueTab = (typeof CATALOGUE_TABS)[number];

/** The tab of that name; products where there is none. */
export function tabOf(name: string | undefined): CatalogueTab {
  return CATALOGUE_TABS.find((tab) => tab === name) ?? "product";
}

/** The kind of file that fills a tab; null for what comes from the service's answers only. */
export function fileKindOf(tab: CatalogueTab): ReferenceKind | null {
  return tab === "balance" ? null : tab;
}

/** The others have no mark of deletion, neither in a file nor in an answer. */
export function canBeDeleted(tab: CatalogueTab): boolean {
  return SEARCHED_KINDS.some((kind) => kind === tab) && tab !== "store" && tab !== "currency";
}

export type Shown = "all" | "live" | "deleted";
export const SHOWN: readonly Shown[] = ["all", "live", "deleted"];

/** The filter as the channel takes it: left out means both. */
export function deletedFilter(shown: Shown): { deleted?: boolean } {
  return shown === "all" ? {} : { deleted: shown === "deleted" };
}
