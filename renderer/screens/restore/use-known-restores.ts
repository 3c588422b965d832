import type { KnownRestore } from "../../../contract/channels/restore.ts";
import { useChannel } from "../../queries.ts";
import type { RestoreItem, RestoreKind } from "./restore-plan.ts";

const NONE: KnownRestore[] = [];

/** What this counter knows of a kind's records that it asked to be restored, by the item's key. */
export function useKnownRestores(kind: RestoreKind): ReadonlyMap<string, KnownRestore> {
  const records = useChannel("restore.known", { kind }).data?.records ?? NONE;
  return new Map(records.map((known) => [`${kind} ${known.record}`, known]));
}

export interface AskedBefore {
  item: RestoreItem;
  known: KnownRestore;
}

/** A request for it is on its way, or a restore of it was confirmed: to ask again is a person's decision. */
export function isAskedBefore({ state, confirmedAt }: KnownRestore): boolean {
  return confirmedAt !== null || (state !== "discarded" && state !== "dead_letter");
}

/** Which of the chosen records were asked for before, so that they are not asked for twice unawares. */
export function useAskedBefore(chosen: readonly RestoreItem[]): AskedBefore[] {
  const known = [
    useKnownRestores("exchangeRate"),
    useKnownRestores("permission"),
    useKnownRestores("measureUnit"),
    useKnownRestores("account"),
  ];
  return chosen.flatMap((item) => {
    const found = known.map((records) => records.get(item.key)).find((one) => one !== undefined);
    return found !== undefined && isAskedBefore(found) ? [{ item, known: found }] : [];
  });
}
