/** Keeps voucher edits on the disk, a moment after the last key. */
import { create } from "zustand";
import { invoke } from "../../api.ts";
import { fileBusyOf } from "../../file-busy.ts";
import { isOpenFor } from "../../kept-for.ts";
import { printEdit } from "./kept-edit.ts";
import { draftIdOf, type VoucherEdit } from "./voucher-edit.ts";

const QUIET_MS = 300;
const AWAY_MS = 1_000;

/** Why the last edit could not be kept; null while all is well. */
export const useEditKeeping = create<{ error: unknown }>(() => ({ error: null }));

const waiting = new Map<string, { timer: number; edit: VoucherEdit }>();
/** What is being saved at this moment, until it is dropped or something newer is to be saved. */
const underWay = new Map<string, VoucherEdit>();

let connection: string | null = null;
/** Says whose edits are saved from here on. */
export const saveFor = (name: string): void => {
  connection = name;
};

/** True where it can be tried again in a moment: the file is only away. */
async function tell(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    useEditKeeping.setState({ error: null });
    return false;
  } catch (error) {
    useEditKeeping.setState({ error });
    return fileBusyOf(error) !== null;
  }
}

async function save(serialNo: string, edit: VoucherEdit): Promise<void> {
  cancelSave(serialNo);
  underWay.set(serialNo, edit);
  const content = printEdit(serialNo, edit);
  const isAway = await tell(
    invoke("draft.save", { draftId: draftIdOf(serialNo), kind: "taxVoucher", content }),
  );
  if (isAway && underWay.get(serialNo) === edit) saveAfter(serialNo, edit, AWAY_MS, saveAgain);
}

/** Saves what waited for the file, and never into another connection's, which may be the open one by then. */
async function saveAgain(serialNo: string, edit: VoucherEdit): Promise<void> {
  const isBack = await isOpenFor(connection);
  if (waiting.get(serialNo)?.edit !== edit) return;
  if (isBack === true) await save(serialNo, edit);
  else if (isBack === null) saveAfter(serialNo, edit, AWAY_MS, saveAgain);
  else cancelSave(serialNo);
}

function saveAfter(serialNo: string, edit: VoucherEdit, ms: number, run: typeof save): void {
  waiting.set(serialNo, { timer: window.setTimeout(() => run(serialNo, edit), ms), edit });
}

/** Saves the edit once the keys have been quiet for a moment. */
export function scheduleSave(serialNo: string, edit: VoucherEdit): void {
  cancelSave(serialNo);
  saveAfter(serialNo, edit, QUIET_MS, save);
}

/** A save that waits is dropped, and one under way not tried again: the edit was sent or thrown away. */
export function cancelSave(serialNo: string): void {
  window.clearTimeout(waiting.get(serialNo)?.timer);
  waiting.delete(serialNo);
  underWay.delete(serialNo);
}

/** Drops every save that waits: the edits belong to a connection that is no longer open. */
export function cancelAllSaves(): void {
  for (const serialNo of [...waiting.keys(), ...underWay.keys()]) cancelSave(serialNo);
}

/** Takes the draft off the disk. */
export function removeDraft(serialNo: string): void {
  cancelSave(serialNo);
  void tell(invoke("draft.remove", { draftId: draftIdOf(serialNo) }));
}

/** Saves at once what still waits: the window is closing, or one goes elsewhere. */
export function saveNow(): void {
  for (const [serialNo, { edit }] of [...waiting]) void save(serialNo, edit);
}
