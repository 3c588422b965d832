/** Half-typed work, kept on every change and found again after a crash. */
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import { CountersideError } from "../../../../contract/reply.ts";
import type { DocumentStore } from "../../core/outbox/documents.ts";
import type { PostedDraftStore } from "../../core/outbox/posted-drafts.ts";
import type { Clock } from "../../ports.ts";

/** What all drafts may hold: they are answered in one reply, which neither a page nor a line of text may choke on. */
const MOST_BYTES = 64_000_000;

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
    /**
     * Throws `wrong_state` for a draft that became an entry: a save that came late would have it posted twice. Throws
     * `too_large` where all drafts together would hold more than is ever typed.
     */
    save(input: ParsedInput<"draft.save">): ChannelOutput<"draft.save"> {
      posted.assertOpen(input.draftId);
      if (documents.otherDraftBytes(input.draftId) + Buffer.byteLength(input.content) > MOST_BYTES)
        throw new CountersideError(
          "too_large",
          `All drafts together would hold more than ${MOST_BYTES} bytes; post or delete some of them.`,
          { field: "content" },
        );
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
