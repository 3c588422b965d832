/** Keeps half-typed returns on the disk, a moment after the last key. */
import { create } from "zustand";
import { invoke } from "../../api.ts";
import { fileBusyOf } from "../../file-busy.ts";
import { isOpenFor } from "../../kept-for.ts";
import { printDraft, type ReturnDraft } from "./draft.ts";

const QUIET_MS = 300;
const AWAY_MS = 1_000;

/** Why the last draft could not be kept; null while all is well. */
export const useDraftKeeping = create<{ error: unknown }>(() => ({ error: null }));

const waiting = new Map<string, { timer: number; draft: ReturnDraft }>();
/** What is being saved at this moment, until it is dropped or something newer is to be saved. */
const underWay = new Map<string, ReturnDraft>();

let connection: string | null = null;
/** Says whose drafts are saved from here on. */
export const saveFor = (name: string): void => {
  connection = name;
};

/** Saves a draft and waits until it is on the disk; throws where it can't be. */
export async function saveDraft(draft: ReturnDraft): Promise<void> {
  cancelSave(draft.draftId);
  const content = printDraft(draft);
  await invoke("draft.save", { draftId: draft.draftId, kind: "purchaseReturn", content });
}

async function save(draft: ReturnDraft): Promise<void> {
  const saving = saveDraft(draft);
  underWay.set(draft.draftId, draft);
  try {
    await saving;
    useDraftKeeping.setState({ error: null });
  } catch (error) {
    useDraftKeeping.setState({ error });
    // The file is only away for a moment: what was typed meanwhile is kept as soon as it is back.
    if (fileBusyOf(error) !== null && underWay.get(draft.draftId) === draft)
      saveAfter(draft, AWAY_MS, saveAgain);
  }
}

/** Saves what waited for the file, and never into another connection's, which may be the open one by then. */
async function saveAgain(draft: ReturnDraft): Promise<void> {
  const isBack = await isOpenFor(connection);
  if (waiting.get(draft.draftId)?.draft !== draft) return;
  if (isBack === true) await save(draft);
  else if (isBack === null) saveAfter(draft, AWAY_MS, saveAgain);
  else cancelSave(draft.draftId);
}

/** Saves the draft once the keys have been quiet for a moment. */
export function scheduleSave(draft: ReturnDraft): void {
  cancelSave(draft.draftId);
  saveAfter(draft, QUIET_MS, save);
}

function saveAfter(draft: ReturnDraft, ms: number, run: typeof save): void {
  waiting.set(draft.draftId, { timer: window.setTimeout(() => run(draft), ms), draft });
}

/** A save that waits is dropped, and one under way not tried again: the draft is being posted or was thrown away. */
export function cancelSave(draftId: string): void {
  window.clearTimeout(waiting.get(draftId)?.timer);
  waiting.delete(draftId);
  underWay.delete(draftId);
}

/** Drops every save that waits: the drafts belong to a connection that is no longer open. */
export function cancelAllSaves(): void {
  for (const draftId of [...waiting.keys(), ...underWay.keys()]) cancelSave(draftId);
}

/** Saves at once what still waits: the window is closing. */
export function saveNow(): void {
  for (const { timer, draft } of [...waiting.values()]) {
    window.clearTimeout(timer);
    save(draft);
  }
}
