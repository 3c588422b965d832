/** A decimal as a person types it, on any keyboard, to the exact decimal it means. Nothing is guessed. */
import { canonicalDecimal } from "../../../contract/values.ts";

export type TypedDecimal =
  | { kind: "empty" }
  | { kind: "decimal"; value: string }
  | { kind: "wrong"; reason: "not_a_decimal" | "ambiguous" };

const AMBIGUOUS: TypedDecimal = { kind: "wrong", reason: "ambiguous" };
const WRONG: TypedDecimal = { kind: "wrong", reason: "not_a_decimal" };

/** Western digits, a plain minus, `.` for the Arabic decimal separator; the Arabic comma stands as a comma. */
function western(typed: string): string {
  return typed
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[٬'’\s\u200e\u200f\u061c]/g, "")
    .replace(/٫/g, ".")
    .replace(/،/g, ",")
    .replace(/−/g, "-");
}

const decimalOf = (plain: string): TypedDecimal => {
  const completed = plain.replace(/^(-?)\./, "$10.").replace(/\.$/, "");
  const value = canonicalDecimal(completed.replace(/^(-?)0+(?=\d)/, "$1"));
  return value === null ? WRONG : { kind: "decimal", value };
};

/** Thousands in groups of three, as in 1,234,567. */
const grouped = (whole: string, separator: "," | "."): boolean =>
  (separator === "," ? /^-?\d{1,3}(?:,\d{3})+$/ : /^-?\d{1,3}(?:\.\d{3})+$/).test(whole);

/**
 * Both separators are understood: `1,5` and `1.5`, `1,234.5` and `1.234,5`, `1,234,567`.
 * `1,234` may mean two amounts a thousand times apart, so it is refused; a point alone is always the decimal one.
 */
export function parseTypedDecimal(typed: string): TypedDecimal {
  const text = western(typed);
  if (text === "") return { kind: "empty" };
  if (!/^-?[.,]*\d[\d.,]*$/.test(text)) return WRONG;
  const commas = text.split(",").length - 1;
  const points = text.split(".").length - 1;
  if (commas === 0 && points <= 1) return decimalOf(text);
  if (commas > 0 && points > 0) {
    const decimalSign = text.lastIndexOf(",") > text.lastIndexOf(".") ? "," : ".";
    const at = text.lastIndexOf(decimalSign);
    const whole = text.slice(0, at);
    const fraction = text.slice(at + 1);
    return /^\d*$/.test(fraction) && grouped(whole, decimalSign === "," ? "." : ",")
      ? decimalOf(`${whole.replace(/[.,]/g, "")}.${fraction}`)
      : WRONG;
  }
  if (commas > 1) return grouped(text, ",") ? decimalOf(text.replaceAll(",", "")) : WRONG;
  if (points > 1) return grouped(text, ".") ? decimalOf(text.replaceAll(".", "")) : WRONG;
  return /^-?[1-9]\d{0,2},\d{3}$/.test(text) ? AMBIGUOUS : decimalOf(text.replace(",", "."));
}
