/** Half-typed work, kept on every change and found again after a crash. */
import { CountersideError } from "../../../contract/error.ts";
import type { Handlers } from "../core/context.ts";
import { nameIn, writtenName } from "../core/outbox/entry-rows.ts";
import { createPostedDraftStore } from "../core/outbox/posted-drafts.ts";
import type { Shop } from "./shop.ts";

/** What all drafts may hold: they are answered in one reply, which neither a page nor a line of text may choke on. */
const MOST_BYTES = 64_000_000;

export function draftHandlers({
  db,
  documents,
  record,
}: Shop): Handlers<`draft.${"list" | "save" | "takeOver" | "remove"}`> {
  const posted = createPostedDraftStore(db);
  return {
    "draft.list": () => ({
      drafts: documents.drafts().map((row) => ({
        draftId: row.draft_id,
        kind: row.kind,
        content: row.content,
        updatedAt: new Date(row.updated_at).toISOString(),
        person: nameIn(row.person),
        takenFrom: nameIn(row.taken_from),
      })),
    }),
    /**
     * Throws `wrong_state` for a draft that became an entry: a save that came late would have it posted twice. Throws
     * `too_large` where all drafts together would hold more than is ever typed.
     */
    "draft.save": (call, input) => {
      posted.assertOpen(input.draftId);
      documents.assertOwnDraft(input.draftId, call.actor.person);
      if (documents.otherDraftBytes(input.draftId) + Buffer.byteLength(input.content) > MOST_BYTES)
        throw new CountersideError("too_large", { reason: "drafts", field: "content", most: MOST_BYTES });
      documents.putDraft({
        draft_id: input.draftId,
        kind: input.kind,
        content: input.content,
        updated_at: call.at,
        // A template is everybody's.
        person: input.kind === "returnTemplate" ? null : writtenName(call.actor.person),
      });
      return { updatedAt: new Date(call.at).toISOString() };
    },
    "draft.takeOver": (call, { draftId }) => {
      const found = documents.draft(draftId);
      if (found === null)
        throw new CountersideError("not_found", { reason: "draft", field: "draftId", draftId });
      const owner = nameIn(found.person);
      if (owner === null || owner.personId === call.actor.person?.personId) return {};
      db.transaction(() => {
        documents.takeDraftOver(draftId, writtenName(call.actor.person));
        record(call, "draft.takenOver", draftId, { from: owner });
      }).immediate();
      return {};
    },
    "draft.remove": (call, input) => {
      documents.assertOwnDraft(input.draftId, call.actor.person);
      documents.removeDraft(input.draftId);
      return {};
    },
  };
}
