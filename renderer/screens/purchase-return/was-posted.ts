/**
 * Whether a posting whose reply was lost went through. The engine removes the draft in the posting's own transaction,
 * and the draft was saved before: so a draft that is gone was posted.
 */
import { invoke, replyErrorOf } from "../../api.ts";

const TRIES = 20;
const PAUSE_MS = 500;
const pause = () => new Promise<void>((done) => window.setTimeout(done, PAUSE_MS));

/** Asks until the engine is up again; null where it stays down. */
export async function wasPosted(draftId: string): Promise<boolean | null> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      const { drafts } = await invoke("draft.list", {});
      return !drafts.some((draft) => draft.draftId === draftId);
    } catch (error) {
      if (replyErrorOf(error).code !== "engine_unavailable") return null;
      await pause();
    }
  }
  return null;
}

/** Refusals that say nothing of whether the posting was written before the reply was lost. */
export function replyWasLost(error: unknown): boolean {
  const { code } = replyErrorOf(error);
  return code === "engine_unavailable" || code === "internal";
}
