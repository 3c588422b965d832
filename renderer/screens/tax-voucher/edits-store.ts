/** Voucher edits that were begun. Outlives the screen, and the program: each is kept as a draft. */

import type { z } from "zod";
import { create } from "zustand";
import type { ChannelInput } from "../../../contract/channels.ts";
import { voucherContent } from "../../features/drafts/contents.ts";
import { type DraftState, draftsOf, NO_DRAFTS } from "../../features/drafts/drafts.ts";
import { useOthersDrafts } from "../../features/drafts/others.ts";
import { draftIdOf, type VoucherEdit } from "./voucher-edit.ts";

interface Edits extends DraftState<z.infer<typeof voucherContent>> {
  /** When an edit that was found again had last been typed in, by draft; it is said until one goes on typing. */
  found: Record<string, string>;
  /** Entries made here, the last one for each voucher's draft. */
  sent: Record<string, string>;
}

export const useEdits = create<Edits>(() => ({ ...NO_DRAFTS, found: {}, sent: {} }));

/** Keeps half-typed edits. */
export const keptEdits = draftsOf({
  kind: "taxVoucher",
  content: voucherContent,
  store: useEdits,
  begin: (kept): Partial<Edits> => ({
    drafts: kept.map(({ draft }) => draft),
    found: Object.fromEntries(kept.map(({ draft, updatedAt }) => [draft.draftId, updatedAt])),
    sent: {},
  }),
});

/** The edit of a voucher; undefined where none was begun. */
export const editOf = ({ drafts }: Edits, serialNo: string): VoucherEdit | undefined =>
  drafts.find(({ draftId }) => draftId === draftIdOf(serialNo))?.edit;

function forget(draftId: string): void {
  useEdits.setState(({ drafts, found: { [draftId]: _said, ...found } }) => ({
    drafts: drafts.filter((draft) => draft.draftId !== draftId),
    found,
  }));
}

/** Keeps what is typed, here at once and on the disk a moment later. */
export function keepEdit(serialNo: string, edit: VoucherEdit): void {
  const draft = { draftId: draftIdOf(serialNo), version: 1 as const, serialNo: serialNo.toLowerCase(), edit };
  const {
    drafts,
    found: { [draft.draftId]: _said, ...found },
  } = useEdits.getState();
  const at = drafts.findIndex(({ draftId }) => draftId === draft.draftId);
  useEdits.setState({ drafts: at === -1 ? [...drafts, draft] : drafts.with(at, draft), found });
  keptEdits.keep(draft);
}

/** Goes on with an edit that another person began and that was taken over. */
export function adoptEdit(draft: Edits["drafts"][number], updatedAt: string): void {
  const { drafts, found } = useEdits.getState();
  useEdits.setState({
    drafts: [...drafts.filter(({ draftId }) => draftId !== draft.draftId), draft],
    found: { ...found, [draft.draftId]: updatedAt },
  });
}

/** The edits that other people began. */
export const useOthersEdits = () => useOthersDrafts("taxVoucher", voucherContent);

/** Begins anew with what is known. */
export function dropEdit(serialNo: string): void {
  forget(draftIdOf(serialNo));
  keptEdits.remove(draftIdOf(serialNo));
}

/** What was last asked to be posted of each voucher, until it is known to be entered. */
const asked = new Map<string, { text: string; postingId: string }>();

/** Gives a posting its id. The same again after a lost reply is the same posting, also once its entry is confirmed. */
export function withPostingId(input: ChannelInput<"taxVoucher.update">): ChannelInput<"taxVoucher.update"> {
  const draftId = draftIdOf(input.serialNo);
  const text = JSON.stringify(input);
  const last = asked.get(draftId);
  const postingId = last?.text === text ? last.postingId : window.crypto.randomUUID();
  asked.set(draftId, { text, postingId });
  return { ...input, postingId };
}

/** Remembers the entry that was made of an edit; its draft went in the posting's own transaction. */
export function noteSent(serialNo: string, entryId: string): void {
  const draftId = draftIdOf(serialNo);
  asked.delete(draftId);
  keptEdits.cancel(draftId);
  forget(draftId);
  useEdits.setState(({ sent }) => ({ sent: { ...sent, [draftId]: entryId } }));
}
