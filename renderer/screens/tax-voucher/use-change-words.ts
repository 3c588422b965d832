import { useTranslation } from "react-i18next";
import { parseTypedDecimal } from "../../../contract/typed-decimal.ts";
import { useFormats } from "../../client/use-formats.ts";
import { useCurrencyDigits } from "../../features/amount/use-currency-digits.ts";
import { isolated, leftToRight } from "../../i18n/format.ts";
import {
  changedFields,
  type KnownValues,
  referencesChanged,
  type VoucherEdit,
  type VoucherField,
  type VoucherValues,
  valuesOf,
} from "./voucher-edit.ts";

/** The change of a voucher in one sentence: each field from what it was to what it becomes. */
export function useChangeWords(serialNo: string, known: KnownValues, edit: VoucherEdit): string {
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
          field: t(`taxVoucher.field.${field}`),
          now: wordsOf(field, edit, digits.now),
        })
      : t("taxVoucher.pin.change", {
          field: t(`taxVoucher.field.${field}`),
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
