import { type DraftShelf, type KeptDrafts, useKeptDrafts } from "../../../client/use-kept-drafts.ts";
import { returnKeeper } from "./autosave.ts";
import { openDrafts, useReturns } from "./returns-store.ts";

const SHELF: DraftShelf = {
  kind: "purchaseReturn",
  holds: () => useReturns.getState().connection,
  open: openDrafts,
  keeper: returnKeeper,
};

/** Finds the kept drafts again, once for each connection. Says whether they are there, or why not. */
export function useDrafts(): KeptDrafts {
  return useKeptDrafts(
    SHELF,
    useReturns((state) => state.connection),
  );
}
