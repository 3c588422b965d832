import { Autocomplete, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSettings } from "../../client/settings.ts";
import { RecordPicker } from "../../features/record-picker/record-picker.tsx";
import { latinNumber } from "../../lib/latin-number.ts";
import { meaningOf } from "../../lib/meaning-of.ts";
import { LONGEST_NOTE_TYPED } from "../../ui/field/longest-note.ts";
import classes from "./tax-voucher.module.css";
import type { VoucherField } from "./voucher-edit.ts";

interface VoucherFieldInputProps {
  field: VoucherField;
  value: string;
  error: string | null;
  disabled: boolean;
  onChange: (value: string) => void;
}

/** The field of the third column in which one types. Its row names it. */
export function VoucherFieldInput({ field, value, error, disabled, onChange }: VoucherFieldInputProps) {
  const { t } = useTranslation();
  const meanings = useSettings().statusMeanings;
  const label = t(`taxVoucher.field.${field}`);
  const common = { "aria-label": label, "data-testid": `voucher-${field}`, error, disabled };
  switch (field) {
    case "amount":
      return (
        <TextInput
          {...common}
          inputMode="decimal"
          dir="ltr"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "currencyId":
      return (
        <div data-testid="voucher-currencyId">
          <RecordPicker
            kind="currency"
            aria-label={label}
            value={value === "" ? null : value}
            error={error}
            disabled={disabled}
            onChange={(id) => onChange(id ?? "")}
          />
        </div>
      );
    case "note":
      return (
        <Textarea
          {...common}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={LONGEST_NOTE_TYPED}
          dir="auto"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "status":
      return (
        <>
          <Autocomplete
            {...common}
            inputMode="numeric"
            dir="ltr"
            value={value}
            data={Object.keys(meanings)}
            renderOption={({ option }) =>
              t("components.code.meaning", {
                code: option.value,
                meaning: meaningOf(meanings, option.value) ?? "",
              })
            }
            onChange={(typed) => onChange(latinNumber(typed))}
          />
          <span className={classes.meaning}>
            {value === "" ? null : (meaningOf(meanings, latinNumber(value)) ?? t("taxVoucher.noMeaning"))}
          </span>
        </>
      );
  }
}
