import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { replyErrorOf } from "../../api.ts";
import { parseTypedDecimal } from "../../components/field/typed-decimal.ts";
import { issuesOf, reasonWords } from "../../i18n/error-words.ts";
import { useSend } from "../../queries.ts";
import { dropEdit, keepEdit, noteSent, useEdits } from "./edits-store.ts";
import type { useVoucher } from "./use-voucher.ts";
import {
  beginEdit,
  changedFields,
  inPlaceOf,
  referencesChanged,
  VOUCHER_FIELDS,
  type VoucherEdit,
  type VoucherField,
  voucherInput,
} from "./voucher-edit.ts";

type Problems = Partial<Record<VoucherField, string>>;
const isField = (field: string): field is VoucherField => VOUCHER_FIELDS.some((known) => known === field);

/** The edit of a voucher, and its sending: once, while it is under way. */
export function useVoucherEdit(serialNo: string, known: ReturnType<typeof useVoucher>) {
  const { t } = useTranslation();
  const kept = useEdits((state) => state.edits[serialNo]);
  const [problems, setProblems] = useState<Problems>({});
  const [error, setError] = useState<unknown>(null);
  const update = useSend("taxVoucher.update");
  const sending = useRef(false);
  const edit = kept ?? beginEdit(known.said, known.waiting, null);
  const changed =
    changedFields(known.waiting?.values ?? known.said?.values ?? null, edit).size > 0 ||
    referencesChanged(known.waiting, edit);

  const change = (part: Partial<VoucherEdit>) => {
    keepEdit(serialNo, { ...edit, ...part });
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))));
    setError(null);
  };
  const wrongBefore = (): Problems => {
    const amount = parseTypedDecimal(edit.amount);
    const required = reasonWords(t, { reason: "required", params: {} });
    return {
      ...(amount.kind === "empty" ? { amount: required } : {}),
      ...(amount.kind === "wrong"
        ? {
            amount:
              amount.reason === "ambiguous"
                ? t("taxVoucher.ambiguous")
                : reasonWords(t, { reason: amount.reason, params: {} }),
          }
        : {}),
      ...(edit.currencyId === "" ? { currencyId: required } : {}),
      ...(edit.status.trim() === "" ? { status: required } : {}),
    };
  };
  const send = async () => {
    if (sending.current) return;
    const wrong = wrongBefore();
    setProblems(wrong);
    setError(null);
    if (Object.keys(wrong).length > 0) return;
    sending.current = true;
    try {
      const { entryId } = await update.mutateAsync(voucherInput(serialNo, inPlaceOf(edit, known.refused)));
      noteSent(serialNo, entryId);
    } catch (refusal) {
      const issues = issuesOf(replyErrorOf(refusal));
      const found = issues.flatMap((issue) =>
        isField(issue.field) ? [[issue.field, reasonWords(t, issue)] as const] : [],
      );
      setProblems(Object.fromEntries(found));
      if (found.length < issues.length || issues.length === 0) setError(refusal);
    } finally {
      sending.current = false;
    }
  };
  return {
    edit: inPlaceOf(edit, known.refused),
    changed,
    begun: kept !== undefined,
    problems,
    error,
    busy: update.isPending,
    change,
    send,
    reset: () => {
      dropEdit(serialNo);
      setProblems({});
      setError(null);
    },
  };
}
