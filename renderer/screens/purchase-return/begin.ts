/** What a return begins with: an entry to correct, a past return, a template, what another screen asks for, and where one usually works. */

import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { create } from "zustand";
import { parseExactJson } from "../../../contract/exact-json.ts";
import { GOODS_FIELDS } from "../../../contract/return-line.ts";
import { purchaseReturnBody } from "../../../contract/service/requests.ts";
import { invoke } from "../../client/api.ts";
import { templateContent as content, type templateContent } from "../../features/drafts/contents.ts";
import { takeWished, useAsked, useCorrection, type WishedReturn } from "../../features/drafts/correction.ts";
import { type DraftState, draftsOf, NO_DRAFTS } from "../../features/drafts/drafts.ts";
import { optionOf } from "../../features/record-picker/records.tsx";
import {
  emptyDraft,
  emptyLine,
  isTyped,
  type ReturnDraft,
  type ReturnLine,
  type Usual,
} from "./draft/draft.ts";
import { namedField, problemsOfNamed } from "./draft/problems.ts";
import { draftOfBody } from "./draft/request.ts";
import {
  addDraft,
  NO_USUAL,
  setProblems,
  setUsual,
  showDraft,
  showError,
  useReturns,
  usualNow,
} from "./returns-store.ts";

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

const newId = () => crypto.randomUUID();

/** Begins the template that the address asks for. */
function useTemplate(): void {
  const { id, done } = useAsked("begins");
  const { ready } = keptTemplates.useKept();
  useEffect(() => {
    if (!ready || id === null) return;
    const template = useTemplates.getState().drafts.find(({ draftId }) => draftId === id);
    if (template !== undefined) addDraft(draftOfTemplate(template, true));
    done();
  }, [ready, id, done]);
}

/** Makes a new return of a past one: the same lines, header and note, no references, its own serial number when it is posted. */
export async function copyReturn(serialNo: string): Promise<void> {
  useReturns.setState({ error: null, notEnteredHere: false });
  try {
    const { requestBody, document } = await invoke("documents.get", { serialNo });
    if (requestBody === null || document.kind !== "purchaseReturn")
      useReturns.setState({ notEnteredHere: true });
    else
      addDraft(
        draftOfBody(requestBody, { draftId: newId(), corrects: null, newId, files: [], purchaseLines: [] }),
      );
  } catch (error) {
    showError(error);
  }
}

/** Copies the return that the address asks for. */
function useCopy(): void {
  const { id: serialNo, done } = useAsked("copies");
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (serialNo === asked.current) return;
    asked.current = serialNo;
    if (serialNo !== null) copyReturn(serialNo).finally(done);
  }, [serialNo, done]);
}

/** Opens the return that the address asks to correct; an open correction is shown again. */
const useReturnCorrection = () =>
  useCorrection(true, {
    resume: (entryId) => {
      const open = useReturns.getState().drafts.find(({ corrects }) => corrects === entryId);
      if (open !== undefined) showDraft(open.draftId);
      return open !== undefined;
    },
    take: ({ entryId, requestBody, lastProblem, purchaseLines }, files, done) => {
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
        useReturns.setState({ refusedField: { draftId: draft.draftId, field } });
        setProblems(draft.draftId, problemsOfNamed(field, draft.lines));
      }
      addDraft(draft);
      done();
    },
  });

/** Returns that are looked through: others may have come from the central system, or been refused. */
const LOOKED = 10;

const KINDS = { cashOrBankAccountId: "account", storeId: "store", currencyId: "currency" } as const;

/** The id, unless its record is known to be deleted by now. */
async function unlessDeleted(field: keyof Usual, id: string): Promise<string> {
  const kind = KINDS[field];
  const { rows } = await invoke("mirror.search", { kind, text: id, limit: LOOKED, deleted: true });
  return rows.some((row) => optionOf(row, kind).some((option) => option.deleted && option.id === id))
    ? ""
    : id;
}

async function usualOfLast(): Promise<Usual> {
  const { documents } = await invoke("documents.search", { kind: "purchaseReturn", limit: LOOKED });
  const last = documents.find(
    ({ state }) => state !== null && state !== "dead_letter" && state !== "discarded",
  );
  if (last === undefined) return NO_USUAL;
  const { requestBody } = await invoke("documents.get", { serialNo: last.serialNo });
  if (requestBody === null) return NO_USUAL;
  const body = purchaseReturnBody.parse(parseExactJson(requestBody));
  const [cashOrBankAccountId, storeId, currencyId] = await Promise.all([
    unlessDeleted("cashOrBankAccountId", String(body.cashOrBankAccountId)),
    unlessDeleted("storeId", String(body.storeId)),
    unlessDeleted("currencyId", body.currencyId),
  ]);
  return { cashOrBankAccountId, storeId, currencyId };
}

/**
 * Looks once for each connection where one usually works, and says whether that was done. Nothing is shown where it
 * can't be read: it is a help only.
 */
function useUsual(): boolean {
  const connection = useReturns((state) => state.connection);
  const known = useReturns((state) => state.usual !== null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (useReturns.getState().usual !== null) return;
    usualOfLast().then(
      (usual) => useReturns.getState().connection === connection && setUsual(usual),
      (error: unknown) => {
        console.error("account, store and currency of the last return can't be read", error);
        setFailed(true);
      },
    );
  }, [connection]);
  return known || failed;
}

/** A wished return as a draft; where one usually works fills what it doesn't name. */
function draftOfWish(wish: WishedReturn, usual: Usual | undefined): ReturnDraft {
  const draft = emptyDraft(newId(), usual);
  return {
    ...draft,
    supplierAccountId: wish.supplierAccountId,
    storeId: wish.storeId || draft.storeId,
    currencyId: wish.currencyId || draft.currencyId,
    lines: wish.lines.map((line) => ({ ...emptyLine(newId()), ...line })),
  };
}

/** Makes a draft of each return that another screen asked for, and shows the first, once it is known where one works. */
function useWished(usualIsKnown: boolean): void {
  useEffect(() => {
    if (!usualIsKnown) return;
    const usual = usualNow();
    const drafts = takeWished().map((wish) => draftOfWish(wish, usual));
    for (const draft of drafts) addDraft(draft);
    if (drafts[0] !== undefined) showDraft(drafts[0].draftId);
  }, [usualIsKnown]);
}

/** Begins what the address or another screen asks for. Call it once the kept drafts are there. */
export function useBegin(): { correctionError: unknown } {
  const { error } = useReturnCorrection();
  useCopy();
  useWished(useUsual());
  useTemplate();
  return { correctionError: error };
}
