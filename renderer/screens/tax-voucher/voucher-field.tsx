import { Autocomplete, Textarea, TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { parseTypedDecimal } from "../../../contract/typed-decimal.ts";
import { useSettings } from "../../client/settings.ts";
import { useFormats } from "../../client/use-formats.ts";
import { useCurrencyDigits } from "../../features/amount/use-currency-digits.ts";
import { useDigitsWarning } from "../../features/amount/use-digits-warning.ts";
import { RecordPicker } from "../../features/record-picker/record-picker.tsx";
import { latinNumber } from "../../lib/latin-number.ts";
import { meaningOf } from "../../lib/meaning-of.ts";
import { LONGEST_NOTE_TYPED } from "../../ui/field/longest-note.ts";
import { isSameAmount, type VoucherField } from "./voucher-edit.ts";

interface VoucherFieldInputProps {
  field: VoucherField;
  value: string;
  /** The currency that is chosen beside it. */
  currencyId: string;
  error: string | null;
  disabled: boolean;
  onChange: (value: string) => void;
}

interface AmountInputProps extends Pick<TextInputProps, "aria-label" | "error" | "disabled"> {
  value: string;
  currencyId: string;
  onChange: (value: string) => void;
}

/** An amount as it is typed, and once it is left with separators; what may mean two amounts stays as it is. */
function AmountInput({ value, currencyId, onChange, ...input }: AmountInputProps) {
  const formats = useFormats();
  const digits = useCurrencyDigits(currencyId === "" ? null : currencyId);
  const warning = useDigitsWarning(currencyId === "" ? null : currencyId)(value, "typed");
  // "64000." on the way to 64000.5 is the amount that is known: the edit is dropped then, but not its point.
  const [typing, setTyping] = useState<string | null>(null);
  const typed = parseTypedDecimal(value);
  const left = typed.kind === "decimal" ? formats.decimal(typed.value, digits) : value;
  return (
    <TextInput
      {...input}
      inputMode="decimal"
      dir="ltr"
      description={warning}
      inputWrapperOrder={["label", "input", "description", "error"]}
      classNames={{ description: "warn small above-4" }}
      value={typing === null ? left : isSameAmount(typing, value) ? typing : value}
      rightSection={<bdi className="note">{currencyId}</bdi>}
      rightSectionWidth="4rem"
      rightSectionPointerEvents="none"
      onFocus={({ currentTarget }) => {
        // The separators go at once and all is selected: what is typed next takes its place, as without them.
        flushSync(() => setTyping(value));
        currentTarget.select();
      }}
      onBlur={() => setTyping(null)}
      onChange={({ currentTarget }) => {
        setTyping(currentTarget.value);
        onChange(currentTarget.value);
      }}
    />
  );
}

/** The field of the last column in which one types. Its row names it. */
export function VoucherFieldInput({
  field,
  value,
  currencyId,
  error,
  disabled,
  onChange,
}: VoucherFieldInputProps) {
  const { t } = useTranslation();
  const meanings = useSettings().statusMeanings;
  const label = t(`taxVoucher.field.${field}`);
  const common = { "aria-label": label, "data-testid": `voucher-${field}`, error, disabled };
  switch (field) {
    case "amount":
      return <AmountInput {...common} value={value} currencyId={currencyId} onChange={onChange} />;
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
          <span className="note block above-4">
            {value === "" ? null : (meaningOf(meanings, latinNumber(value)) ?? t("taxVoucher.noMeaning"))}
          </span>
        </>
      );
  }
}
