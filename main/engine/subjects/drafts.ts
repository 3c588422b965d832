/** Half-typed work, kept on every change and found again after a crash. */
import { CountersideError } from "../../../contract/error.ts";
import type { Handlers } from "../core/context.ts";
import { createPostedDraftStore } from "../core/outbox/posted-drafts.ts";
import type { Shop } from "./shop.ts";

/** What all drafts may hold: they are answered in one reply, which neither a page nor a line of text may choke on. */
const MOST_BYTES = 64_000_000;

export function draftHandlers({
  db,
  documents,
}: Shop): Handlers<"draft.list" | "draft.save" | "draft.remove"> {
  const posted = createPostedDraftStore(db);
  return {
    "draft.list": () => ({
      drafts: documents.drafts().map((row) => ({
        draftId: row.draft_id,
        kind: row.kind,
        content: row.content,
        updatedAt: new Date(row.updated_at).toISOString(),
      })),
    }),
    /**
     * Throws `wrong_state` for a draft that became an entry: a save that came late would have it posted twice. Throws
     * `too_large` where all drafts together would hold more than is ever typed.
     */
    "draft.save": (call, input) => {
      posted.assertOpen(input.draftId);
      if (documents.otherDraftBytes(input.draftId) + Buffer.byteLength(input.content) > MOST_BYTES)
        throw new CountersideError("too_large", { reason: "drafts", field: "content", most: MOST_BYTES });
      documents.putDraft({
        draft_id: input.draftId,
        kind: input.kind,
        content: input.content,
        updated_at: call.at,
      });
      return { updatedAt: new Date(call.at).toISOString() };
    },
    "draft.remove": (_, input) => {
      documents.removeDraft(input.draftId);
      return {};
    },
  };
}
