/** Returns that are kept under a name, to be begun again. Kept where drafts are, so they belong to the connection. */

import type { z } from "zod";
import { create } from "zustand";
import { GOODS_FIELDS } from "../../../../contract/return-line.ts";
import type { templateContent } from "../../../features/drafts/contents.ts";
import { templateContent as content } from "../../../features/drafts/contents.ts";
import { type DraftState, draftsOf, NO_DRAFTS } from "../../../features/drafts/drafts.ts";
import { isTyped, type ReturnDraft, type ReturnLine } from "../draft/draft.ts";

type TemplateContent = z.infer<typeof templateContent>;
export type Template = TemplateContent & { draftId: string };

export const useTemplates = create<DraftState<TemplateContent>>(() => NO_DRAFTS);

export const keptTemplates = draftsOf({
  kind: "returnTemplate",
  content,
  store: useTemplates,
  begin: (found) => ({ drafts: found.map(({ draft }) => draft) }),
});

const { getState: get, setState: set } = useTemplates;

/** A line of no purchase: what is bought later is another one. */
const ofNoPurchase = ({ purchaseLine: _of, scanned: _scanned, ...line }: ReturnLine): ReturnLine => ({
  ...line,
  scanned: false,
});

function keep(template: Template): void {
  const others = get().drafts.filter(({ draftId }) => draftId !== template.draftId);
  set({ drafts: [...others, template] });
  keptTemplates.keep(template);
}

/** Keeps a return under a name: its lines, header and note, not its papers. One of that name is replaced. */
export function keepTemplate({ draftId: _id, ...draft }: ReturnDraft, name: string): Template {
  const same = get().drafts.find((one) => one.name === name);
  const template: Template = {
    version: 1,
    draftId: same?.draftId ?? crypto.randomUUID(),
    name,
    content: {
      ...draft,
      corrects: null,
      references: [],
      lines: draft.lines.filter(isTyped).map(ofNoPurchase),
    },
  };
  keep(template);
  return template;
}

/** Gives a template another name. */
export const renameTemplate = (template: Template, name: string): void => keep({ ...template, name });

/** Takes a template away, for good. */
export function removeTemplate(draftId: string): void {
  set({ drafts: get().drafts.filter((one) => one.draftId !== draftId) });
  keptTemplates.remove(draftId);
}

/** A new return of a template, with its quantities or without. */
export function draftOfTemplate({ content: of }: TemplateContent, withQuantities: boolean): ReturnDraft {
  const none = Object.fromEntries(GOODS_FIELDS.map((field) => [field, ""]));
  return {
    ...of,
    draftId: crypto.randomUUID(),
    lines: of.lines.map((line) => ({
      ...line,
      ...(withQuantities ? {} : none),
      lineId: crypto.randomUUID(),
    })),
  };
}
