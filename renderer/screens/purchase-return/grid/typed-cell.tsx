import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { ColumnKind, LineField } from "../../../../contract/return-line.ts";
import { parseTypedDecimal } from "../../../../contract/typed-decimal.ts";
import type { Formats } from "../../../i18n/format.ts";
import { parseTypedDate } from "../../../ui/field/typed-date.ts";
import { changeDraft } from "../draft/returns-store.ts";
import { useGrid } from "./grid-context.ts";
import classes from "./line-grid.module.css";

type TypedKind = Exclude<ColumnKind, "product" | "unit">;

/** The one spelling the draft keeps; what can't be read stays as it was typed. */
function settled(kind: TypedKind, typed: string): string {
  if (kind === "text") return typed;
  const read =
    kind === "decimal"
      ? parseTypedDecimal(typed)
      : parseTypedDate(typed, kind === "productionDate" ? "firstDay" : "lastDay");
  return "value" in read ? read.value : typed;
}

/** What stands in a cell that is not typed in: as the person's language writes it. */
function written(kind: TypedKind, value: string, formats: Formats, digits: number): string {
  const plain = settled(kind, value);
  if (plain === "" || kind === "text") return plain;
  if (kind === "decimal")
    return parseTypedDecimal(value).kind === "decimal" ? formats.decimal(plain, digits) : value;
  return /^\d{4}-\d{2}-\d{2}$/.test(plain) ? formats.date(plain) : value;
}

interface TypedCellProps {
  lineId: string;
  field: LineField;
  kind: TypedKind;
  value: string;
  label: string;
  testId: string;
  placeholder: string;
  disabled: boolean;
  problem: string | null;
  /** What is to be looked at, though nothing is wrong. */
  note?: string | undefined;
  /** Fraction digits a number is written with at least. */
  digits: number;
  /** A list of choices that belongs to the field, and the id of the choice that is marked. */
  list?: { id: string; open: boolean; marked: string | undefined };
  /** A key wrote into the field. */
  onType?: () => void;
  input?: RefObject<HTMLInputElement | null>;
}

/** A cell of text, of a number or of a date. Any digits and separators may be typed. */
export function TypedCell({
  lineId,
  field,
  kind,
  value,
  label,
  testId,
  placeholder,
  disabled,
  problem,
  note = "",
  digits,
  list,
  onType,
  input,
}: TypedCellProps) {
  const { draftId, formats } = useGrid();
  const change = (typed: string) => changeDraft(draftId, { type: "cell", lineId, field, value: typed });
  const [focused, setFocused] = useState(false);
  const own = useRef<HTMLInputElement>(null);
  const element = input ?? own;
  // What is drawn changes to what is kept; it is marked before the next key can come, so that key replaces it.
  useLayoutEffect(() => {
    if (focused) element.current?.select();
  }, [focused, element]);
  return (
    <input
      ref={element}
      type="text"
      className={classes.input}
      data-kind={kind}
      data-testid={testId}
      aria-label={label}
      aria-invalid={problem !== null}
      aria-description={problem ?? note}
      {...(list === undefined
        ? {}
        : {
            role: "combobox",
            "aria-haspopup": "listbox" as const,
            "aria-expanded": list.open,
            "aria-controls": list.id,
            "aria-activedescendant": list.marked,
          })}
      title={focused ? "" : (problem ?? "")}
      inputMode={kind === "decimal" ? "decimal" : "text"}
      dir={kind === "text" ? "auto" : kind === "decimal" || focused ? "ltr" : undefined}
      autoComplete="off"
      spellCheck={false}
      placeholder={focused ? placeholder.replace(/\S/g, "") : placeholder}
      disabled={disabled}
      value={focused ? value : written(kind, value, formats, digits)}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        const kept = settled(kind, value);
        if (kept !== value) change(kept);
      }}
      onChange={(event) => {
        onType?.();
        change(event.currentTarget.value);
      }}
    />
  );
}
