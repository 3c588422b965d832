import { type DraftShelf, type KeptDrafts, useKeptDrafts } from "../../client/use-kept-drafts.ts";
import { editKeeper, openEdits, useEdits } from "./edits-store.ts";

const SHELF: DraftShelf = {
  kind: "taxVoucher",
  holds: () => useEdits.getState().connection,
  open: openEdits,
  keeper: editKeeper,
};

/** Finds the kept edits again, once for each connection. Says whether they are there, or why not. */
export function useKeptEdits(): KeptDrafts {
  return useKeptDrafts(
    SHELF,
    useEdits((state) => state.connection),
  );
}
