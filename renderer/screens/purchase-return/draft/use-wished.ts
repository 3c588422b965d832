/** Makes a draft of each return that another screen asked for, and shows the first. */
import { useEffect } from "react";
import { takeWished, type WishedReturn } from "../../../features/drafts/wished-returns.ts";
import { emptyDraft, emptyLine, type ReturnDraft, type Usual } from "./draft.ts";
import { addDraft, showDraft, usualNow } from "./returns-store.ts";

/** A wished return as a draft; where one usually works stands in for what it doesn't name. */
export function draftOfWish(wish: WishedReturn, usual: Usual | undefined, newId: () => string): ReturnDraft {
  const draft = emptyDraft(newId(), usual);
  return {
    ...draft,
    supplierAccountId: wish.supplierAccountId,
    storeId: wish.storeId || draft.storeId,
    currencyId: wish.currencyId || draft.currencyId,
    lines: wish.lines.map((line) => ({ ...emptyLine(newId()), ...line })),
  };
}

/** `ready`: the kept drafts are there, and it was looked where one usually works. */
export function useWished(ready: boolean): void {
  useEffect(() => {
    if (!ready) return;
    const usual = usualNow();
    const drafts = takeWished().map((wish) => draftOfWish(wish, usual, () => crypto.randomUUID()));
    for (const draft of drafts) addDraft(draft);
    if (drafts[0] !== undefined) showDraft(drafts[0].draftId);
  }, [ready]);
}
