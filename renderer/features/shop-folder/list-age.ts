/** How old a list of the shop folder is, in one word. Pure. */
import type { ListState, ShopFolderState } from "../../../contract/channels/shop-folder.ts";

const DAY_MS = 86_400_000;

/** `old`: nobody has looked for a newer one for a day; `signature`: what was taken may be out of date. */
export type ListAge = "fresh" | "old" | "never" | "signature";

/** `now` in milliseconds since 1970. */
export function listAge(
  { checkedAt, takenAt }: Pick<ListState, "checkedAt" | "takenAt">,
  trust: ShopFolderState["trust"]["state"],
  now: number,
): ListAge {
  const at = checkedAt ?? takenAt;
  if (at === null) return "never";
  if (now - Date.parse(at) > DAY_MS) return "old";
  return trust === "out_of_date" || trust === "refused" ? "signature" : "fresh";
}

/** Whether a version of it waits for a person. */
export const waitsForPerson = ({ next }: Pick<ListState, "next">): boolean => next?.waitsFor === "person";

export const changesPath = (list: ListState["list"]): string => `/reference-data/changes/${list}`;
