import { TextInput, type TextInputProps } from "@mantine/core";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { latinNumber } from "../../lib/latin-number.ts";

interface Bound<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
}

/** A line of text bound to a form's field, with the field's error below it. */
export function TextField<Values extends FieldValues>({
  control,
  name,
  ...input
}: Bound<Values> & Omit<TextInputProps, "name" | "value" | "error">) {
  const { field, fieldState } = useController({ control, name });
  return (
    <TextInput
      {...input}
      {...field}
      value={String(field.value ?? "")}
      error={fieldState.error?.message ?? null}
    />
  );
}

/** An exact decimal or a whole number, typed with any keyboard's digits; kept as text, never as a float. */
export function NumberTextField<Values extends FieldValues>({
  control,
  name,
  ...input
}: Bound<Values> & Omit<TextInputProps, "name" | "value" | "error">) {
  const { field, fieldState } = useController({ control, name });
  return (
    <TextInput
      inputMode="decimal"
      dir="ltr"
      {...input}
      {...field}
      value={String(field.value ?? "")}
      onChange={(event) => field.onChange(latinNumber(event.currentTarget.value))}
      error={fieldState.error?.message ?? null}
    />
  );
}
