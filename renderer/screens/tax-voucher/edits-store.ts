/** Voucher edits that were begun, by serial number. Outlives the screen, and the program: each is kept as a draft. */
import { create } from "zustand";
import { draftKeeper } from "../../client/draft-keeper.ts";
import { printEdit, readEdit } from "./kept-edit.ts";
import { draftIdOf, type VoucherEdit } from "./voucher-edit.ts";

/** Keeps half-typed edits. */
export const editKeeper = draftKeeper("taxVoucher");

interface Edits {
  /** Whose edits these are; null until they were read. */
  connection: string | null;
  edits: Record<string, VoucherEdit>;
  /** When an edit that was found again had last been typed in; it is said until one goes on typing. */
  found: Record<string, string>;
  /** Drafts that another version wrote; they stay where they are. */
  unreadable: number;
  /** Entries made here, the last one for each voucher. */
  sent: Record<string, string>;
}

export const useEdits = create<Edits>(() => ({
  connection: null,
  edits: {},
  found: {},
  unreadable: 0,
  sent: {},
}));

const { getState: get, setState: set } = useEdits;
/** One spelling for the same voucher. */
export const keyOf = (serialNo: string): string => serialNo.toLowerCase();

/** Takes over the edits that were kept for a connection. */
export function openEdits(connection: string, kept: readonly { content: string; updatedAt: string }[]): void {
  const edits: Edits["edits"] = {};
  const found: Edits["found"] = {};
  let unreadable = 0;
  for (const { content, updatedAt } of kept) {
    const read = readEdit(content);
    if (read === null) {
      unreadable += 1;
      continue;
    }
    edits[keyOf(read.serialNo)] = read.edit;
    found[keyOf(read.serialNo)] = updatedAt;
  }
  editKeeper.keepFor(connection);
  set({ connection, edits, found, unreadable, sent: {} });
}

/** Keeps what is typed, here at once and on the disk a moment later. */
export function keepEdit(serialNo: string, edit: VoucherEdit): void {
  const key = keyOf(serialNo);
  const {
    edits,
    found: { [key]: _said, ...found },
  } = get();
  set({ edits: { ...edits, [key]: edit }, found });
  editKeeper.schedule(draftIdOf(key), () => printEdit(key, edit));
}

function forget(key: string): void {
  const {
    edits: { [key]: _gone, ...edits },
    found: { [key]: _said, ...found },
  } = get();
  set({ edits, found });
}

/** Begins anew with what is known. */
export function dropEdit(serialNo: string): void {
  const key = keyOf(serialNo);
  forget(key);
  editKeeper.remove(draftIdOf(key));
}

/** Remembers the entry that was made of an edit; its draft went in the posting's own transaction. */
export function noteSent(serialNo: string, entryId: string): void {
  const key = keyOf(serialNo);
  editKeeper.cancel(draftIdOf(key));
  forget(key);
  set(({ sent }) => ({ sent: { ...sent, [key]: entryId } }));
}
