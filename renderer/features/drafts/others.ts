/** Drafts that other people typed: seen by who works, and typed in only once they are taken over. */
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { z } from "zod";
import type { DraftKind } from "../../../contract/channels/posting.ts";
import type { PersonName } from "../../../contract/rights.ts";
import { invoke } from "../../client/api.ts";
import { useStanding } from "../../client/may.ts";
import { channelKey, useChannel } from "../../client/queries.ts";
import { readDraft } from "./drafts.ts";

interface Others<Content> {
  drafts: readonly { draft: Content & { draftId: string }; person: PersonName; updatedAt: string }[];
  /** Who typed a draft of one's own before it was taken over, by its id. */
  takenFrom: ReadonlyMap<string, PersonName>;
  /** Makes it the draft of who works; `then` opens it. */
  takeOver: (
    draftId: string,
    then: (draft: Content & { draftId: string }, updatedAt: string) => void,
  ) => void;
  error: unknown;
}

/** The drafts of others, of one kind. None in a shop without people, where every draft is anybody's. */
export function useOthersDrafts<Content>(kind: DraftKind, content: z.ZodType<Content>): Others<Content> {
  const who = useStanding();
  const workerId = who.state === "working" ? who.person.personId : null;
  const client = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const kept = useChannel("draft.list", {}, { enabled: workerId !== null, eachTime: true }).data?.drafts;
  const found = useMemo(() => {
    const ofKind = workerId === null ? [] : (kept ?? []).filter((draft) => draft.kind === kind);
    return {
      drafts: ofKind.flatMap(({ draftId, content: text, person, updatedAt }) => {
        const draft =
          person === null || person.personId === workerId ? null : readDraft(content, draftId, text);
        return draft === null || person === null ? [] : [{ draft, person, updatedAt }];
      }),
      takenFrom: new Map(
        ofKind.flatMap(({ draftId, takenFrom, person }) =>
          takenFrom === null || person?.personId !== workerId ? [] : [[draftId, takenFrom] as const],
        ),
      ),
    };
  }, [kept, kind, content, workerId]);
  const takeOver: Others<Content>["takeOver"] = (draftId, then) => {
    setError(null);
    const take = async () => {
      await invoke("draft.takeOver", { draftId });
      // As it is now: who typed it may have gone on since it was listed.
      const { drafts } = await client.fetchQuery({
        queryKey: channelKey("draft.list", {}),
        queryFn: () => invoke("draft.list", {}),
        staleTime: 0,
      });
      const taken = drafts.find((one) => one.draftId === draftId);
      const draft = taken === undefined ? null : readDraft(content, draftId, taken.content);
      if (taken !== undefined && draft !== null) then(draft, taken.updatedAt);
    };
    take().catch(setError);
  };
  return { ...found, takeOver, error };
}
