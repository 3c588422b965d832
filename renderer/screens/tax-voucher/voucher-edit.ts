/** A voucher in three columns: what the service last answered, what waits to be sent, what is typed now. Pure. */
import type { z } from "zod";
import type { Voucher } from "../../../contract/channels/mirror.ts";
import type { EntryDetail } from "../../../contract/channels/posting.ts";
import type { ChannelInput, ChannelOutput } from "../../../contract/channels.ts";
import { parseExactJson } from "../../../contract/exact-json.ts";
import { taxVoucherBody } from "../../../contract/service/requests.ts";
import { parseTypedDecimal } from "../../../contract/typed-decimal.ts";
import type { voucherEdit } from "../../features/drafts/contents.ts";
import {
  type DraftReference,
  type EntryFiles,
  referenceInput,
  referenceRowsOf,
  typedReferences,
} from "../../features/references/reference-rows.ts";
import { latinNumber } from "../../lib/text.ts";

export const VOUCHER_FIELDS = ["amount", "currencyId", "note", "status"] as const;
export type VoucherField = (typeof VOUCHER_FIELDS)[number];

/** The fields that can be edited, as text; null where a column doesn't know one. */
export type VoucherValues = Record<VoucherField, string | null>;

export interface SaidVoucher {
  values: VoucherValues;
  /** The service answered it, or a file said so. */
  source: "service" | "file";
  at: string | null;
}

export interface WaitingVoucher {
  entryId: string;
  values: VoucherValues;
  references: DraftReference[];
  creatorUserId: string;
  creatorDeviceId: string;
}

/** What is typed, as drafts keep it. */
export type VoucherEdit = z.infer<typeof voucherEdit>;

/** What is known of a voucher before an edit. */
export interface KnownValues {
  said: SaidVoucher | null;
  waiting: WaitingVoucher | null;
}

/** What an edit changes: what waits to be sent, else what was last said. */
export const valuesOf = ({ said, waiting }: KnownValues): VoucherValues | null =>
  waiting?.values ?? said?.values ?? null;

const textOf = (value: unknown): string | null =>
  typeof value === "string" || typeof value === "number" ? String(value) : null;

/** What is known of the voucher: the service's own answer before the mirror's row. */
export function saidVoucher(
  document: ChannelOutput<"documents.get"> | undefined,
  mirrored: Voucher | undefined,
): SaidVoucher | null {
  const answered = document?.transaction;
  if (answered != null)
    return {
      source: "service",
      at: document?.answeredAt ?? null,
      values: {
        amount: textOf(answered.amount),
        currencyId: textOf(answered.currencyId),
        note: textOf(answered.description),
        status: textOf(answered.status),
      },
    };
  if (mirrored === undefined) return null;
  return {
    source: mirrored.source,
    at: mirrored.mirroredAt,
    values: {
      amount: mirrored.amount,
      currencyId: mirrored.currencyId,
      note: mirrored.note,
      status: textOf(mirrored.status),
    },
  };
}

/** Reads a frozen request body digit for digit. Throws where it is not a voucher's. */
export function waitingVoucher(
  entryId: string,
  requestBody: string,
  files: EntryFiles,
  newId: () => string,
): WaitingVoucher {
  const body = taxVoucherBody.parse(parseExactJson(requestBody));
  return {
    entryId,
    values: {
      amount: body.amount,
      currencyId: body.currencyId,
      note: body.note,
      status: String(body.status),
    },
    references: referenceRowsOf(body.documentReferences, files, newId),
    creatorUserId: String(body.creatorUserId),
    creatorDeviceId: body.creatorDeviceId,
  };
}

/** The serial number in a frozen request body. */
export function serialNoOf(requestBody: string): string {
  return taxVoucherBody.parse(parseExactJson(requestBody)).serialNo;
}

const NOTHING: VoucherValues = { amount: null, currencyId: null, note: null, status: null };

/** What an edit begins with: what waits, else what was last said, else nothing. */
export function beginEdit(
  said: SaidVoucher | null,
  waiting: WaitingVoucher | null,
  corrects: string | null,
): VoucherEdit {
  const values = waiting?.values ?? said?.values ?? NOTHING;
  return {
    amount: values.amount ?? "",
    currencyId: values.currencyId ?? "",
    note: values.note ?? "",
    status: values.status ?? "",
    references: waiting?.references ?? [],
    basis: waiting?.values ?? said?.values ?? null,
    corrects,
    creator:
      corrects === null || waiting === null
        ? null
        : { userId: waiting.creatorUserId, deviceId: waiting.creatorDeviceId },
  };
}

/** The fields of which something else is known now than when the edit was begun. */
export function movedFields(edit: VoucherEdit, now: VoucherValues | null): VoucherField[] {
  if (edit.basis === null || now === null) return [];
  return [...changedFields(edit.basis, now)];
}

/** The edit in the place of a refused entry, unless it already replaces one. */
export function inPlaceOf(edit: VoucherEdit, refused: WaitingVoucher | null): VoucherEdit {
  if (refused === null || edit.corrects !== null) return edit;
  const creator = { userId: refused.creatorUserId, deviceId: refused.creatorDeviceId };
  return { ...edit, corrects: refused.entryId, creator };
}

/** Whether two texts are the same amount, or the same text where they are none. */
export const isSameAmount = (one: string, other: string): boolean =>
  comparable("amount", one) === comparable("amount", other);

/** One spelling for comparing: an amount typed in any way is the same amount. */
function comparable(field: VoucherField, value: string | null): string {
  const text = value ?? "";
  if (field === "status") return latinNumber(text);
  if (field !== "amount") return text;
  const typed = parseTypedDecimal(text);
  return typed.kind === "decimal" ? typed.value : text;
}

/** The fields that stand otherwise than in the column to their left; all of them where that one knows nothing. */
export function changedFields(before: VoucherValues | null, now: VoucherValues): ReadonlySet<VoucherField> {
  return new Set(
    VOUCHER_FIELDS.filter(
      (field) => comparable(field, before?.[field] ?? null) !== comparable(field, now[field]),
    ),
  );
}

const sameReferences = (a: readonly DraftReference[], b: readonly DraftReference[]): boolean =>
  JSON.stringify(a.map(referenceInput)) === JSON.stringify(b.map(referenceInput));

/** Whether the papers are others than in the entry that waits. */
export function referencesChanged(waiting: WaitingVoucher | null, edit: VoucherEdit): boolean {
  return !sameReferences(waiting?.references ?? [], typedReferences(edit.references));
}

/** The draft of a voucher's edit: one for each voucher. */
export const draftIdOf = (serialNo: string): string => `taxVoucher ${serialNo.toLowerCase()}`;

/** What the posting channel takes. Text that is no number goes as it was typed, so that the refusal names it. */
export function voucherInput(serialNo: string, edit: VoucherEdit): ChannelInput<"taxVoucher.update"> {
  const amount = parseTypedDecimal(edit.amount);
  return {
    serialNo,
    currencyId: edit.currencyId,
    amount: amount.kind === "decimal" ? amount.value : edit.amount,
    note: edit.note,
    status: latinNumber(edit.status),
    documentReferences: typedReferences(edit.references).map(referenceInput),
    draftId: draftIdOf(serialNo),
    ...(edit.creator === null
      ? {}
      : { creatorUserId: edit.creator.userId, creatorDeviceId: edit.creator.deviceId }),
    ...(edit.corrects === null ? {} : { corrects: edit.corrects }),
  };
}

const CORRECTION_REFUSALS = [
  "otherKind",
  "beingSent",
  "mayBeInTheBooks",
  "confirmed",
  "discarded",
  "corrected",
] as const;
export type CorrectionRefusal = (typeof CORRECTION_REFUSALS)[number];

/** null: the engine takes a correction of it. One that a recovery left to a person may be in the books. */
export function correctionRefusal({
  kind,
  state,
  replaceable,
  correctedByEntryId,
}: Pick<EntryDetail, "kind" | "state" | "replaceable"> &
  Partial<Pick<EntryDetail, "correctedByEntryId">>): CorrectionRefusal | null {
  if (kind !== "taxVoucher") return "otherKind";
  switch (state) {
    case "pending":
    case "retry_wait":
    case "dead_letter":
      return replaceable ? null : "mayBeInTheBooks";
    case "in_flight":
      return "beingSent";
    case "outcome_unknown":
      return "mayBeInTheBooks";
    case "confirmed":
      return "confirmed";
    case "discarded":
      return correctedByEntryId == null ? "discarded" : "corrected";
  }
}
