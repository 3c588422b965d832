import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { EntryDetail } from "../../../contract/channels/posting.ts";
import { type EntryState, OPEN_STATES } from "../../../contract/entry-states.ts";
import type { FieldIssue } from "../../../contract/reply.ts";
import { parseTypedDecimal } from "../../../contract/typed-decimal.ts";
import { doingInWords, replyErrorOf } from "../../client/api.ts";
import { useChannel, useSend } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { useCurrencyDigits } from "../../features/amount.tsx";
import { useCorrection } from "../../features/drafts/correction.ts";
import {
  type DraftReference,
  REFERENCE_FIELDS,
  type ReferenceField,
  typedReferences,
} from "../../features/references/reference-rows.ts";
import { reasonWords } from "../../i18n/error-words.ts";
import { isolated, leftToRight } from "../../i18n/format.ts";
import { issueWords } from "../../ui/field.ts";
import { dropEdit, editOf, keepEdit, keptEdits, noteSent, useEdits, withPostingId } from "./edits-store.ts";
import {
  beginEdit,
  type CorrectionRefusal,
  changedFields,
  correctionRefusal,
  inPlaceOf,
  type KnownValues,
  referencesChanged,
  type SaidVoucher,
  saidVoucher,
  serialNoOf,
  VOUCHER_FIELDS,
  type VoucherEdit,
  type VoucherField,
  type VoucherValues,
  valuesOf,
  voucherInput,
  type WaitingVoucher,
  waitingVoucher,
} from "./voucher-edit.ts";

/** The change of a voucher in one sentence: each field from what it was to what it becomes. */
function useChangeWords(serialNo: string, known: KnownValues, edit: VoucherEdit): string {
  const { t } = useTranslation();
  const formats = useFormats();
  const before = valuesOf(known);
  const digits = {
    before: useCurrencyDigits(before?.currencyId ?? null),
    now: useCurrencyDigits(edit.currencyId === "" ? null : edit.currencyId),
  };
  const wordsOf = (field: VoucherField, values: VoucherValues, fraction: number): string => {
    const value = values[field] ?? "";
    if (field !== "amount") return isolated(value === "" ? "—" : value);
    const typed = parseTypedDecimal(value);
    const number = typed.kind === "decimal" ? formats.decimal(typed.value, fraction) : value;
    return leftToRight(`${number} ${values.currencyId ?? ""}`);
  };
  const changes = [...changedFields(before, edit)].map((field) =>
    before === null || field === "note"
      ? t("taxVoucher.pin.field", {
          field: t(`field.${field}`),
          now: wordsOf(field, edit, digits.now),
        })
      : t("taxVoucher.pin.change", {
          field: t(`field.${field}`),
          before: wordsOf(field, before, digits.before),
          now: wordsOf(field, edit, digits.now),
        }),
  );
  if (referencesChanged(known.waiting, edit)) changes.push(t("taxVoucher.pin.references"));
  return t("taxVoucher.pin.voucher", {
    end: leftToRight(`…${serialNo.slice(-8)}`),
    changes: formats.list(changes),
  });
}

/** Words below a field: one of the voucher's, or "key.field" of a reference's row. */
type Problems = Record<string, string>;
interface Refusal {
  /** The voucher it is about. */
  of: string;
  problems: Problems;
  /** What found no place at a field. */
  error: unknown;
}
const CLEAR: Omit<Refusal, "of"> = { problems: {}, error: null };
const isField = (field: string): field is VoucherField => VOUCHER_FIELDS.some((known) => known === field);
const ofReference = (row: DraftReference, field: ReferenceField) => `${row.key}.${field}`;

/** The field that the engine's issue is about, as the screen names it; null for one that has no place here. */
function placeOf(issue: FieldIssue, sent: readonly DraftReference[]): string | null {
  if (isField(issue.field)) return issue.field;
  const [, at, name] = /^documentReferences\.(\d+)\.(\w+)$/.exec(issue.field) ?? [];
  const row = sent[Number(at)];
  const field = REFERENCE_FIELDS.find((known) => known === name);
  return row === undefined || field === undefined ? null : ofReference(row, field);
}

/** The edit of a voucher, and its sending: once, while it is under way. `showProblem` brings the eye to the first one. */
export function useVoucherEdit(
  serialNo: string,
  known: ReturnType<typeof useVoucher>,
  showProblem: () => void,
) {
  const { t } = useTranslation();
  const kept = useEdits((state) => editOf(state, serialNo));
  const [refusal, setRefusal] = useState<Refusal>({ of: serialNo, ...CLEAR });
  // What was wrong with one voucher says nothing of the next.
  const { problems, error } = refusal.of === serialNo ? refusal : CLEAR;
  const setProblems = (next: Problems, reason: unknown = null) =>
    setRefusal({ of: serialNo, problems: next, error: reason });
  const update = useSend("taxVoucher.update");
  const sending = useRef(false);
  const edit = kept ?? beginEdit(known.said, known.waiting, null);
  const words = useChangeWords(serialNo, known, edit);
  const changed = changedFields(valuesOf(known), edit).size > 0 || referencesChanged(known.waiting, edit);

  /** Typed back to what is known, nothing is begun any more. */
  const keep = (next: VoucherEdit) => {
    const same =
      next.corrects === null &&
      next.references.length === (known.waiting?.references.length ?? 0) &&
      changedFields(valuesOf(known), next).size === 0 &&
      !referencesChanged(known.waiting, next);
    if (same) dropEdit(serialNo);
    else keepEdit(serialNo, next);
  };
  const change = (part: Partial<VoucherEdit>) => {
    keep({ ...edit, ...part });
    setProblems(Object.fromEntries(Object.entries(problems).filter(([name]) => !(name in part))));
  };
  /** A problem goes where its own field was typed in, and nowhere else. */
  const changeReferences = (references: DraftReference[]) => {
    keep({ ...edit, references });
    const before = new Map(edit.references.map((row) => [row.key, row]));
    const cured = new Set(
      references.flatMap((row) =>
        REFERENCE_FIELDS.filter((field) => before.get(row.key)?.[field] !== row[field]).map((field) =>
          ofReference(row, field),
        ),
      ),
    );
    const there = new Set(references.map(({ key }) => key));
    setProblems(
      Object.fromEntries(
        Object.entries(problems).filter(
          ([name]) => isField(name) || (!cured.has(name) && there.has(name.slice(0, name.lastIndexOf(".")))),
        ),
      ),
    );
  };
  const wrongBefore = (): Problems => {
    const amount = parseTypedDecimal(edit.amount);
    const required = reasonWords(t, { reason: "required", params: {} });
    const untyped = typedReferences(edit.references).filter(({ type }) => type.trim() === "");
    return {
      ...(amount.kind === "empty" ? { amount: required } : {}),
      ...(amount.kind === "wrong"
        ? {
            amount:
              amount.reason === "ambiguous"
                ? t("purchaseReturn.problem.ambiguous")
                : reasonWords(t, { reason: amount.reason, params: {} }),
          }
        : {}),
      ...(edit.currencyId === "" ? { currencyId: required } : {}),
      ...(edit.status.trim() === "" ? { status: required } : {}),
      ...Object.fromEntries(untyped.map((row) => [ofReference(row, "type"), required])),
    };
  };
  const send = async () => {
    if (sending.current) return;
    const wrong = wrongBefore();
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) {
      showProblem();
      return;
    }
    sending.current = true;
    try {
      // On the disk before the posting, which takes it away: a save behind it would bring it back.
      keptEdits.saveNow();
      const { entryId } = await doingInWords(words, () =>
        update.mutateAsync(withPostingId(voucherInput(serialNo, inPlaceOf(edit, known.refused)))),
      );
      noteSent(serialNo, entryId);
    } catch (reason) {
      const sent = typedReferences(edit.references);
      const { words: ofFields, whole } = issueWords(reason, t, (issue) => placeOf(issue, sent));
      setProblems(ofFields, whole ? null : reason);
      if (whole) showProblem();
    } finally {
      sending.current = false;
    }
  };
  return {
    edit: inPlaceOf(edit, known.refused),
    changed,
    begun: kept !== undefined,
    problems,
    problemOf: (row: DraftReference, field: ReferenceField) => problems[ofReference(row, field)] ?? null,
    error,
    busy: update.isPending,
    change,
    changeReferences,
    send,
    reset: () => {
      dropEdit(serialNo);
      setProblems({});
    },
  };
}

// What is known of the voucher that is open, and the entry of it that the address asks to correct.

const OPEN: readonly EntryState[] = OPEN_STATES;

interface KnownVoucher {
  ready: boolean;
  said: SaidVoucher | null;
  waiting: WaitingVoucher | null;
  /** The entry that was refused: an edit made now takes its place, for nothing else can move it. */
  refused: WaitingVoucher | null;
  /** How many of this voucher's entries are not confirmed. */
  open: number;
  /** What kept us from knowing; a voucher that nobody knows is no error. */
  error: unknown;
}

/** All that is known of the voucher that is open. */
export function useVoucher(opened: string | null): KnownVoucher {
  const serialNo = opened ?? "";
  const enabled = opened !== null;
  const document = useChannel("documents.get", { serialNo }, { enabled });
  const found = useChannel("taxVoucher.find", { text: serialNo, limit: 5 }, { enabled });
  const mirrored = found.data?.vouchers.find(
    (voucher) => voucher.serialNo.toLowerCase() === serialNo.toLowerCase(),
  );
  const open = (document.data?.entries ?? []).filter(
    ({ state, kind }) => kind === "taxVoucher" && OPEN.includes(state),
  );
  const newest = open.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0]?.entryId;
  const entry = useChannel("outbox.get", { entryId: newest ?? "" }, { enabled: newest !== undefined });
  const body = newest === undefined ? undefined : entry.data?.requestBody;
  const files = useChannel(
    "attachment.ofEntry",
    { entryId: newest ?? "" },
    { enabled: newest !== undefined },
  );
  const kept = files.data?.files;
  const waiting = useMemo(
    () =>
      newest === undefined || body === undefined || kept === undefined
        ? null
        : waitingVoucher(newest, body, kept, () => crypto.randomUUID()),
    [newest, body, kept],
  );
  const unknown = document.error !== null && replyErrorOf(document.error).code === "not_found";
  return {
    ready:
      (document.data !== undefined || unknown) &&
      found.data !== undefined &&
      (newest === undefined || waiting !== null),
    said: saidVoucher(document.data, mirrored),
    waiting,
    refused:
      entry.data?.state === "dead_letter" && entry.data.replaceable && entry.data.entryId === newest
        ? waiting
        : null,
    open: open.length,
    error:
      found.error ??
      (unknown ? null : document.error) ??
      (newest === undefined ? null : (entry.error ?? files.error)),
  };
}

export interface RefusedCorrection {
  reason: CorrectionRefusal;
  entry: EntryDetail;
}

/**
 * Opens the voucher entry that the address asks to correct, as an edit that will replace it. One that can't be
 * corrected is refused here and not when it is sent. An edit in progress stays.
 */
export function useVoucherCorrection(ready: boolean, onOpen: (serialNo: string) => void) {
  const [refused, setRefused] = useState<RefusedCorrection | null>(null);
  const { entryId, error } = useCorrection(ready, {
    take: (entry, files) => {
      const reason = correctionRefusal(entry);
      if (reason !== null) {
        setRefused({ reason, entry });
        return;
      }
      const serialNo = serialNoOf(entry.requestBody);
      const begun = editOf(useEdits.getState(), serialNo);
      if (begun?.corrects !== entry.entryId) {
        const sent = waitingVoucher(entry.entryId, entry.requestBody, files, () => crypto.randomUUID());
        const fresh = beginEdit(null, sent, entry.entryId);
        // What was typed before stays; it takes the entry's place when it is sent.
        const { corrects, creator } = fresh;
        keepEdit(serialNo, begun === undefined ? fresh : { ...begun, corrects, creator });
      }
      onOpen(serialNo);
    },
  });
  return { entryId, error, refused: refused?.entry.entryId === entryId ? refused : null };
}
