/** Half-typed work, kept on every change and found again after a crash. */
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import type { Clock } from "../../ports.ts";
import type { DocumentStore } from "../../store/outbox/documents.ts";
import type { PostedDraftStore } from "../../store/outbox/posted-drafts.ts";

export function createDraftService(documents: DocumentStore, posted: PostedDraftStore, clock: Clock) {
  return {
    list: (): ChannelOutput<"draft.list"> => ({
      drafts: documents.drafts().map((row) => ({
        draftId: row.draft_id,
        kind: row.kind,
        content: row.content,
        updatedAt: new Date(row.updated_at).toISOString(),
      })),
    }),
    /** Throws `wrong_state` for a draft that became an entry: a save that came late would have it posted twice. */
    save(input: ParsedInput<"draft.save">): ChannelOutput<"draft.save"> {
      posted.assertOpen(input.draftId);
      const now = clock.now();
      documents.putDraft({
        draft_id: input.draftId,
        kind: input.kind,
        content: input.content,
        updated_at: now,
      });
      return { updatedAt: new Date(now).toISOString() };
    },
    remove(input: ParsedInput<"draft.remove">): ChannelOutput<"draft.remove"> {
      documents.removeDraft(input.draftId);
      return {};
    },
  };
}
