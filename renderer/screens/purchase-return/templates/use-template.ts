import { useEffect } from "react";
import { useAsked } from "../../../features/drafts/correction.ts";
import { addDraft } from "../draft/returns-store.ts";
import { draftOfTemplate, keptTemplates, useTemplates } from "./templates-store.ts";

/** Begins the template that the address asks for. */
export function useTemplate(ready: boolean): void {
  const { id, done } = useAsked("begins");
  const kept = keptTemplates.useKept();
  const isReady = ready && kept.ready;
  useEffect(() => {
    if (!isReady || id === null) return;
    const template = useTemplates.getState().drafts.find(({ draftId }) => draftId === id);
    if (template !== undefined) addDraft(draftOfTemplate(template, true));
    done();
  }, [isReady, id, done]);
}
