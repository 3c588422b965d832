import { useState } from "react";
import type { ChannelInput, ChannelOutput } from "../../../contract/channels.ts";
import { invoke, replyErrorOf } from "../../client/api.ts";
import { holdEvents } from "../../client/live-events.ts";
import { isOpenFor } from "../../features/drafts/drafts.ts";
import { holdTyping, releaseTyping } from "../../features/scanning/held-typing.ts";
import { issuesOf } from "../../i18n/error-words.ts";
import { oncePainted } from "../../lib/once-painted.ts";
import { isSent, type ReturnDraft } from "./draft/draft.ts";
import { isClear, problemsBeforePosting, problemsOfIssues } from "./draft/problems.ts";
import { postInput } from "./draft/request.ts";
import { returnTotal } from "./draft/sums.ts";
import {
  activeDraft,
  forgetDraft,
  keptReturns,
  setProblems,
  tellPosted,
  useReturns,
} from "./returns-store.ts";

export type PostRefusal = { kind: "empty" } | { kind: "problems" } | { kind: "error"; error: unknown };

/** What of a refusal belongs on the screen with this return: another's is not told beside it. */
interface Refused {
  draftId: string;
  refusal: PostRefusal;
}

const TRIES = 20;
const PAUSE_MS = 500;
/** A posting takes a few milliseconds. To draw every field as busy takes more, and is done for a longer one only. */
const BUSY_AFTER_MS = 150;
const pause = () => new Promise<void>((done) => window.setTimeout(done, PAUSE_MS));

/** How often a refusal is answered by asking again; once where it says that nothing was posted. */
function triesOf(error: unknown): number {
  switch (replyErrorOf(error).code) {
    case "engine_unavailable":
      return TRIES;
    case "internal":
      return 2;
    default:
      return 1;
  }
}

/**
 * Posts until there is a reply: the engine knows the draft again by its id, and answers with the entry that it became.
 * Another connection's would not, so it is never asked.
 */
async function replyOf(
  input: ChannelInput<"purchaseReturn.post">,
  connection: string | null,
): Promise<ChannelOutput<"purchaseReturn.post">> {
  const slow = window.setTimeout(() => useReturns.setState({ busy: true }), BUSY_AFTER_MS);
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        return await invoke("purchaseReturn.post", input);
      } catch (error) {
        if (tries >= triesOf(error)) throw error;
        await pause();
        if ((await isOpenFor(connection)) === false) throw error;
      }
    }
  } finally {
    window.clearTimeout(slow);
  }
}

/** Posts a draft with one forced write: what of it is not yet on the disk is written by the posting itself. */
export async function postDraft(draft: ReturnDraft): Promise<PostRefusal | null> {
  const { input, lineIds } = postInput(draft);
  const { connection } = useReturns.getState();
  keptReturns.cancel(draft.draftId);
  let reply: ChannelOutput<"purchaseReturn.post">;
  try {
    reply = await replyOf(input, connection);
  } catch (error) {
    keptReturns.keepFor(connection, draft);
    const problems = problemsOfIssues(issuesOf(replyErrorOf(error)), lineIds);
    setProblems(draft.draftId, problems);
    return !isClear(problems) && problems.other.length === 0
      ? { kind: "problems" }
      : { kind: "error", error };
  }
  const { entryId, serialNo } = reply;
  const amount = returnTotal(draft.lines);
  useReturns.setState({
    said: {
      entryId,
      serialNo,
      amount,
      currencyId: draft.currencyId,
      lines: lineIds.length,
      supplierAccountId: draft.supplierAccountId,
      folded: false,
    },
    busy: false,
  });
  // Said first, for all else takes longer to draw. Until the blank return is there nothing changes the posted one.
  await holdEvents(oncePainted());
  tellPosted();
  forgetDraft(draft.draftId);
  return null;
}

/** So soon after a posting, in milliseconds, a second press is part of the first. */
const SAME_PRESS_MS = 1_000;

/** Whether the draft has only just taken the place of one that was posted: a double press is not meant for it. */
const hasJustComeUp = (draftId: string): boolean => {
  const { cameUp } = useReturns.getState();
  return cameUp?.draftId === draftId && performance.now() - cameUp.at < SAME_PRESS_MS;
};

/** Posts the draft on the screen, once: while it is under way no click and no key posts it again. */
export function usePost() {
  const [refused, setRefused] = useState<Refused | null>(null);
  const activeId = useReturns((state) => state.activeId);
  const posting = useReturns((state) => state.busy);

  const post = async (): Promise<void> => {
    const state = useReturns.getState();
    const draft = activeDraft(state);
    if (draft === undefined || state.postingDraftId !== null || state.panels[draft.draftId] !== undefined)
      return;
    if (hasJustComeUp(draft.draftId)) return;
    const setRefusal = (refusal: PostRefusal | null) =>
      setRefused(refusal === null ? null : { draftId: draft.draftId, refusal });
    const before = problemsBeforePosting(draft);
    if (!isClear(before) || state.problems[draft.draftId] !== undefined) setProblems(draft.draftId, before);
    if (!draft.lines.some(isSent)) return setRefusal({ kind: "empty" });
    if (!isClear(before)) return setRefusal({ kind: "problems" });
    setRefusal(null);
    // It is on its way before anything on the screen is asked about it.
    const asked = postDraft(draft);
    // What is typed from now on is meant for the return that comes.
    holdTyping("signs");
    useReturns.setState({ postingDraftId: draft.draftId });
    try {
      const refusal = await asked;
      if (refusal !== null) releaseTyping();
      setRefusal(refusal);
    } finally {
      useReturns.setState({ postingDraftId: null, busy: false });
    }
  };

  const refusal = refused?.draftId === activeId ? refused.refusal : null;
  return { post, posting, refusal, clear: () => setRefused(null) };
}
