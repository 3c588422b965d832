import { useCorrection } from "../../../features/drafts/correction.ts";
import { draftOfBody } from "./from-body.ts";
import { namedField, problemsOfNamed } from "./named-field.ts";
import { addDraft, setProblems, showDraft, useReturns } from "./returns-store.ts";

/** Opens the return that the address asks to correct; an open correction is shown again. */
export function useReturnCorrection(ready: boolean): { error: unknown } {
  return useCorrection(ready, {
    resume: (entryId) => {
      const open = useReturns.getState().drafts.find(({ corrects }) => corrects === entryId);
      if (open !== undefined) showDraft(open.draftId);
      return open !== undefined;
    },
    take: ({ entryId, requestBody, lastProblem, purchaseLines }, files, done) => {
      const newId = () => crypto.randomUUID();
      const draft = draftOfBody(requestBody, {
        draftId: newId(),
        corrects: entryId,
        newId,
        files,
        purchaseLines,
      });
      const words = lastProblem?.code === "answered" ? lastProblem.params.words : "";
      const field = namedField(words, draft.lines.length);
      if (field !== null) {
        useReturns.setState({ named: { draftId: draft.draftId, field } });
        setProblems(draft.draftId, problemsOfNamed(field, draft.lines));
      }
      addDraft(draft);
      done();
    },
  });
}
