import { useCallback, useEffect, useRef, useState } from "react";
import { invoke } from "../../../client/api.ts";
import { useAsked } from "../../../features/drafts/correction.ts";
import { draftOfBody } from "../draft/from-body.ts";
import { addDraft } from "../draft/returns-store.ts";

export type CopyProblem =
  | { kind: "error"; error: unknown }
  /** The document came from the service or a file: what was entered is not known here. */
  | { kind: "notEnteredHere" };

/** Makes a new return of a past one: the same lines, header and note, no references, its own serial number when it is posted. */
export function useCopy(ready: boolean) {
  const { id: serialNo, done } = useAsked("copies");
  const [problem, setProblem] = useState<CopyProblem | null>(null);
  const asked = useRef<string | null>(null);
  const copy = useCallback(async (wanted: string): Promise<void> => {
    setProblem(null);
    try {
      const { requestBody, document } = await invoke("documents.get", { serialNo: wanted });
      if (requestBody === null || document.kind !== "purchaseReturn") {
        setProblem({ kind: "notEnteredHere" });
        return;
      }
      const newId = () => crypto.randomUUID();
      addDraft(
        draftOfBody(requestBody, { draftId: newId(), corrects: null, newId, files: [], purchaseLines: [] }),
      );
    } catch (error) {
      setProblem({ kind: "error", error });
    }
  }, []);
  useEffect(() => {
    if (serialNo === null) asked.current = null;
    if (!ready || serialNo === null || asked.current === serialNo) return;
    asked.current = serialNo;
    copy(serialNo).finally(done);
  }, [ready, serialNo, done, copy]);
  return { copy, problem };
}
