/** How old a list of the shop folder is, in one word. Pure. */
import type { ListState, ShopFolderState } from "../../../contract/channels/shop-folder.ts";

const DAY_MS = 86_400_000;

/**
 * `old`: nobody has looked for a newer one for a day; `unknown`: not since the program started, and it was taken longer
 * ago; `signature`: what was taken may be out of date.
 */
export type ListAge = "fresh" | "old" | "unknown" | "signature";

/** `now` in milliseconds since 1970. */
export function listAge(
  { checkedAt, takenAt }: Pick<ListState, "checkedAt" | "takenAt">,
  trust: ShopFolderState["trust"]["state"],
  now: number,
): ListAge {
  const isLately = (at: string | null): boolean => at !== null && now - Date.parse(at) <= DAY_MS;
  if (!isLately(checkedAt) && !isLately(takenAt)) return checkedAt === null ? "unknown" : "old";
  return trust === "out_of_date" || trust === "refused" ? "signature" : "fresh";
}

const TROUBLES = ["rows_rejected", "imported_by_hand"] as const;

/** Where the words for the trouble of a list are. */
export const listTrouble = (code: string): (typeof TROUBLES)[number] | "other" =>
  TROUBLES.find((known) => known === code) ?? "other";

/** Whether a version of it waits for a person. */
export const waitsForPerson = ({ next }: Pick<ListState, "next">): boolean => next?.waitsFor === "person";

export const changesPath = (list: ListState["list"]): string => `/reference-data/changes/${list}`;
