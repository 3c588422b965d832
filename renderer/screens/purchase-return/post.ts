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
import { lookedUp } from "./finder/scan-decision.ts";
import {
  activeDraft,
  forgetDraft,
  keptReturns,
  type PostRefusal,
  setProblems,
  showPosted,
  showScanResult,
  useReturns,
} from "./returns-store.ts";

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
  useReturns.setState({
    justPosted: {
      entryId,
      serialNo,
      amount: returnTotal(draft.lines),
      currencyId: draft.currencyId,
      lines: lineIds.length,
      supplierAccountId: draft.supplierAccountId,
      folded: false,
    },
    busy: false,
  });
  // Its words first, for all else takes longer to draw. Until the blank return is there nothing changes the posted one.
  await holdEvents(oncePainted());
  showPosted();
  forgetDraft(draft.draftId);
  return null;
}

/** So soon after a posting, in milliseconds, a second press is part of the first. */
const SAME_PRESS_MS = 1_000;

/** Whether the draft has only just taken the place of one that was posted: a double press is not meant for it. */
const isJustInFront = (draftId: string): boolean => {
  const { newInFront } = useReturns.getState();
  return newInFront?.draftId === draftId && performance.now() - newInFront.at < SAME_PRESS_MS;
};

/** Posts the draft on the screen, once: while it is under way no click and no key posts it again. */
export async function post(): Promise<void> {
  const state = useReturns.getState();
  const draft = activeDraft(state);
  if (draft === undefined || state.postingDraftId !== null || state.panels[draft.draftId] !== undefined)
    return;
  const { draftId } = draft;
  if (isJustInFront(draftId)) return;
  const text = lookedUp();
  if (text !== null) return showScanResult({ kind: "lookedUp", text });
  const refuse = (refusal: PostRefusal | null) =>
    useReturns.setState({ refused: refusal === null ? null : { draftId, refusal } });
  const found = problemsBeforePosting(draft);
  if (!isClear(found) || state.problems[draftId] !== undefined) setProblems(draftId, found);
  if (!draft.lines.some(isSent)) return refuse({ kind: "empty" });
  if (!isClear(found)) return refuse({ kind: "problems" });
  refuse(null);
  // It is on its way before anything on the screen is asked about it.
  const asked = postDraft(draft);
  // What is typed from now on is meant for the return that comes.
  holdTyping("signs");
  useReturns.setState({ postingDraftId: draftId });
  try {
    const refusal = await asked;
    if (refusal !== null) releaseTyping();
    refuse(refusal);
  } finally {
    useReturns.setState({ postingDraftId: null, busy: false });
  }
}
