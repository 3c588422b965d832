import { type DraftShelf, type KeptDrafts, useKeptDrafts } from "../../hooks/use-kept-drafts.ts";
import { returnKeeper } from "./keep-drafts.ts";
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
