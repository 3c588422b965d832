import { useState } from "react";
import { invoke, replyErrorOf } from "../../api.ts";
import { issuesOf } from "../../i18n/error-words.ts";
import { isTyped, type ReturnDraft } from "./draft.ts";
import { saveDraft } from "./keep-drafts.ts";
import { returnTotal } from "./line-totals.ts";
import { isClear, problemsBeforePosting, problemsOfIssues } from "./problems.ts";
import { activeDraft, forgetDraft, setProblems, useReturns } from "./returns-store.ts";
import { postInput } from "./to-input.ts";
import { replyWasLost, wasPosted } from "./was-posted.ts";

export type PostRefusal =
  | { kind: "empty" }
  | { kind: "problems" }
  /** The reply was lost, but the return is in the outbox. */
  | { kind: "postedAfterAll" }
  | { kind: "error"; error: unknown };

/** Saves, then posts. What was saved and is gone was posted, even where the reply is lost. */
async function postDraft(draft: ReturnDraft): Promise<PostRefusal | null> {
  const { input, lineIds } = postInput(draft);
  let saved = false;
  try {
    await saveDraft(draft);
    saved = true;
    const { entryId, serialNo } = await invoke("purchaseReturn.post", input);
    const amount = returnTotal(draft.lines);
    useReturns.setState({
      posted: { entryId, serialNo, amount, currencyId: draft.currencyId, lines: lineIds.length },
    });
    forgetDraft(draft.draftId);
    return null;
  } catch (error) {
    if (saved && replyWasLost(error) && (await wasPosted(draft.draftId)) === true) {
      forgetDraft(draft.draftId);
      return { kind: "postedAfterAll" };
    }
    const problems = problemsOfIssues(issuesOf(replyErrorOf(error)), lineIds);
    setProblems(draft.draftId, problems);
    return !isClear(problems) && problems.other.length === 0
      ? { kind: "problems" }
      : { kind: "error", error };
  }
}

/** Posts the draft on the screen, once: while it is under way no click and no key posts it again. */
export function usePost() {
  const [refusal, setRefusal] = useState<PostRefusal | null>(null);
  const posting = useReturns((state) => state.postingId !== null);

  const post = async (): Promise<void> => {
    const draft = activeDraft(useReturns.getState());
    if (draft === undefined || useReturns.getState().postingId !== null) return;
    const before = problemsBeforePosting(draft);
    setProblems(draft.draftId, before);
    if (!draft.lines.some(isTyped)) return setRefusal({ kind: "empty" });
    if (!isClear(before)) return setRefusal({ kind: "problems" });
    setRefusal(null);
    useReturns.setState({ postingId: draft.draftId });
    try {
      setRefusal(await postDraft(draft));
    } finally {
      useReturns.setState({ postingId: null });
    }
  };

  return { post, posting, refusal, clear: () => setRefusal(null) };
}
