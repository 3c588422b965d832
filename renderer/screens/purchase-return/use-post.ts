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

/** What of a refusal belongs on the screen with this return: another's is not told beside it. */
interface Refused {
  draftId: string;
  refusal: PostRefusal | null;
}

/** Saves, then posts. What was saved and is gone was posted, even where the reply is lost. */
export async function postDraft(draft: ReturnDraft): Promise<PostRefusal | null> {
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
  const [refused, setRefused] = useState<Refused | null>(null);
  const activeId = useReturns((state) => state.activeId);
  const posting = useReturns((state) => state.postingId !== null);

  const post = async (): Promise<void> => {
    const state = useReturns.getState();
    const draft = activeDraft(state);
    if (draft === undefined || state.postingId !== null || state.panels[draft.draftId] !== undefined) return;
    const setRefusal = (refusal: PostRefusal | null) => setRefused({ draftId: draft.draftId, refusal });
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

  const own = refused?.draftId === activeId || refused?.refusal?.kind === "postedAfterAll";
  return { post, posting, refusal: own ? refused.refusal : null, clear: () => setRefused(null) };
}
