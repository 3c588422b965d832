import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface PinFieldProps {
  label: string;
  value: string;
  onChange: (typed: string) => void;
  error: string | null;
  hint?: string;
  autoFocus?: boolean;
  testId?: string;
}

/** A PIN being typed: not readable over a shoulder, left to right in both languages, never remembered. */
export function PinField({ label, value, onChange, error, hint, autoFocus = false, testId }: PinFieldProps) {
  return (
    <TextInput
      type="password"
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
      maxLength={40}
      label={label}
      description={hint}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      autoFocus={autoFocus}
      data-autofocus={autoFocus || undefined}
      data-testid={testId}
      wrapperProps={{ dir: "auto" }}
    />
  );
}

interface NewPinFieldsProps {
  pin: string;
  again: string;
  onPin: (typed: string) => void;
  onAgain: (typed: string) => void;
  error: string | null;
  notSame: boolean;
  autoFocus?: boolean;
}

/** A new PIN, typed twice. */
export function NewPinFields(props: NewPinFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <PinField
        label={t("pin.field.new")}
        hint={t("pin.field.hint")}
        value={props.pin}
        onChange={props.onPin}
        error={props.error}
        autoFocus={props.autoFocus ?? false}
        testId="pin-new"
      />
      <PinField
        label={t("pin.field.again")}
        value={props.again}
        onChange={props.onAgain}
        error={props.notSame ? t("pin.field.notSame") : null}
        testId="pin-again"
      />
    </>
  );
}
