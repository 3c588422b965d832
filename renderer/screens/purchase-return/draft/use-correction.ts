import { useEffect, useRef, useState } from "react";
import { invoke } from "../../../client/api.ts";
import { useCorrects } from "../../../lib/corrects.ts";
import { draftOfBody } from "./from-body.ts";
import { namedField } from "./named-field.ts";
import { addDraft, showDraft, useReturns } from "./returns-store.ts";

/** Opens the entry that the address asks to correct, once the drafts are there; an open correction is shown again. */
export function useCorrection(ready: boolean): { error: unknown } {
  const { entryId, done } = useCorrects();
  const [error, setError] = useState<unknown>(null);
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (!ready || entryId === null || asked.current === entryId) return;
    asked.current = entryId;
    const open = useReturns.getState().drafts.find(({ corrects }) => corrects === entryId);
    if (open !== undefined) {
      showDraft(open.draftId);
      done();
      return;
    }
    const newId = () => crypto.randomUUID();
    Promise.all([invoke("outbox.get", { entryId }), invoke("attachment.ofEntry", { entryId })])
      .then(([{ requestBody, lastError }, { files }]) => {
        const draft = draftOfBody(requestBody, { draftId: newId(), corrects: entryId, newId, files });
        const field = namedField(lastError ?? "", draft.lines.length);
        if (field !== null) useReturns.setState({ named: { draftId: draft.draftId, field } });
        addDraft(draft);
      })
      .catch(setError)
      .finally(done);
  }, [ready, entryId, done]);
  return { error };
}
