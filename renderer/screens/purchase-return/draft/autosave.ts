import { draftKeeper } from "../../../client/draft-keeper.ts";
import { printDraft, type ReturnDraft } from "./draft.ts";

/** Keeps half-typed returns. */
export const returnKeeper = draftKeeper("purchaseReturn");

/** Saves the draft once the keys have been quiet for a moment. */
export const scheduleSave = (draft: ReturnDraft): void =>
  returnKeeper.schedule(draft.draftId, () => printDraft(draft));
