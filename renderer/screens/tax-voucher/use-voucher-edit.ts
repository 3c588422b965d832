import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldIssue } from "../../../contract/reply.ts";
import { parseTypedDecimal } from "../../../contract/typed-decimal.ts";
import { doingInWords } from "../../client/ask-pin.ts";
import { useSend } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { useCurrencyDigits } from "../../features/amount/currency-digits.ts";
import {
  REFERENCE_FIELDS,
  type ReferenceField,
  type ReferenceRow,
  typedReferences,
} from "../../features/references/reference-rows.ts";
import { reasonWords } from "../../i18n/error-words.ts";
import { isolated, leftToRight } from "../../i18n/format.ts";
import { issueWords } from "../../ui/field/form-issues.ts";
import { dropEdit, editOf, keepEdit, keptEdits, noteSent, useEdits, withPostingId } from "./edits-store.ts";
import type { useVoucher } from "./use-voucher.ts";
import {
  beginEdit,
  changedFields,
  inPlaceOf,
  type KnownValues,
  referencesChanged,
  VOUCHER_FIELDS,
  type VoucherEdit,
  type VoucherField,
  type VoucherValues,
  valuesOf,
  voucherInput,
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
const ofReference = (row: ReferenceRow, field: ReferenceField) => `${row.key}.${field}`;

/** The field that the engine's issue is about, as the screen names it; null for one that has no place here. */
function placeOf(issue: FieldIssue, sent: readonly ReferenceRow[]): string | null {
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
  const changeReferences = (references: ReferenceRow[]) => {
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
    problemOf: (row: ReferenceRow, field: ReferenceField) => problems[ofReference(row, field)] ?? null,
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
