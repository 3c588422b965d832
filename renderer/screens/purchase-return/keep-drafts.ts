import { draftKeeper } from "../../draft-keeper.ts";
import { printDraft, type ReturnDraft } from "./draft.ts";

/** Keeps half-typed returns. */
export const returnKeeper = draftKeeper("purchaseReturn");

/** Saves a draft and waits until it is on the disk; throws where it can't be. */
export const saveDraft = (draft: ReturnDraft): Promise<void> =>
  returnKeeper.save(draft.draftId, () => printDraft(draft));

/** Saves the draft once the keys have been quiet for a moment. */
export const scheduleSave = (draft: ReturnDraft): void =>
  returnKeeper.schedule(draft.draftId, () => printDraft(draft));
