/** Voucher edits that were begun, by serial number. Going to another screen and back loses none. */
import { create } from "zustand";
import type { VoucherEdit } from "./voucher-edit.ts";

interface Edits {
  edits: Record<string, VoucherEdit>;
  /** Entries made here, the last one for each voucher. */
  sent: Record<string, string>;
}

export const useEdits = create<Edits>(() => ({ edits: {}, sent: {} }));

/** Keeps what is typed. */
export function keepEdit(serialNo: string, edit: VoucherEdit): void {
  useEdits.setState(({ edits }) => ({ edits: { ...edits, [serialNo]: edit } }));
}

/** Begins anew with what is known. */
export function dropEdit(serialNo: string): void {
  useEdits.setState(({ edits: { [serialNo]: _gone, ...edits } }) => ({ edits }));
}

/** Remembers the entry that was made of an edit; the edit itself is done. */
export function noteSent(serialNo: string, entryId: string): void {
  dropEdit(serialNo);
  useEdits.setState(({ sent }) => ({ sent: { ...sent, [serialNo]: entryId } }));
}
