/** A decimal as a person writes it, on any keyboard, to the exact decimal it means. Nothing is guessed. */
import { canonicalDecimal } from "./values.ts";

export type TypedDecimal =
  | { kind: "empty" }
  | { kind: "decimal"; value: string }
  | { kind: "wrong"; reason: "not_a_decimal" | "ambiguous" };

/** The decimal sign of a file's numbers: 1,234.56 or 1.234,56. */
export type NumberStyle = "point" | "comma";

const AMBIGUOUS: TypedDecimal = { kind: "wrong", reason: "ambiguous" };
const WRONG: TypedDecimal = { kind: "wrong", reason: "not_a_decimal" };

/** The Arabic decimal sign is no other sign: what else separates digits in such a number separates thousands. */
const withArabicSign = (text: string): string =>
  text.includes("٫") ? text.replace(/[.,،]/g, "").replaceAll("٫", ".") : text;

/** Western digits, a plain minus, `.` for the Arabic decimal separator, `,` for the Arabic comma. */
function western(typed: string): string {
  return withArabicSign(typed)
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[٬'’\s\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/،/g, ",")
    .replace(/−/g, "-");
}

/** The number of a text without any sign between thousands; null where it is none. */
function plainDecimal(plain: string): string | null {
  const completed = plain.replace(/^(-?)\./, "$10.").replace(/\.$/, "");
  return canonicalDecimal(completed.replace(/^(-?)0+(?=\d)/, "$1"));
}

const decimalOf = (plain: string): TypedDecimal => {
  const value = plainDecimal(plain);
  return value === null ? WRONG : { kind: "decimal", value };
};

/** Thousands in groups of three, as in 1,234,567. */
const grouped = (whole: string, separator: "," | "."): boolean =>
  (separator === "," ? /^-?\d{1,3}(?:,\d{3})+$/ : /^-?\d{1,3}(?:\.\d{3})+$/).test(whole);

const NUMBER_LIKE = /^-?[.,]*\d[\d.,]*$/;
/** Two amounts a thousand times apart. */
const isAmbiguous = (text: string): boolean => /^-?[1-9]\d{0,2},\d{3}$/.test(text);

/**
 * Both separators are understood: `1,5` and `1.5`, `1,234.5` and `1.234,5`, `1,234,567`.
 * `1,234` may mean two amounts a thousand times apart, so it is refused; a point alone is always the decimal one.
 */
export function parseTypedDecimal(typed: string): TypedDecimal {
  const text = western(typed);
  if (text === "") return { kind: "empty" };
  if (!NUMBER_LIKE.test(text)) return WRONG;
  const commas = text.split(",").length - 1;
  const points = text.split(".").length - 1;
  if (commas === 0 && points <= 1) return decimalOf(text);
  if (commas > 0 && points > 0) {
    const value = parseStyled(text, text.lastIndexOf(",") > text.lastIndexOf(".") ? "comma" : "point");
    return value === null ? WRONG : { kind: "decimal", value };
  }
  if (commas > 1) return grouped(text, ",") ? decimalOf(text.replaceAll(",", "")) : WRONG;
  if (points > 1) return grouped(text, ".") ? decimalOf(text.replaceAll(".", "")) : WRONG;
  return isAmbiguous(text) ? AMBIGUOUS : decimalOf(text.replace(",", "."));
}

function parseStyled(text: string, style: NumberStyle): string | null {
  const [sign, thousands] = style === "point" ? ([".", ","] as const) : ([",", "."] as const);
  const at = text.indexOf(sign);
  const whole = at < 0 ? text : text.slice(0, at);
  const fraction = at < 0 ? "" : text.slice(at + 1);
  if (!/^\d*$/.test(fraction) || (whole.includes(thousands) && !grouped(whole, thousands))) return null;
  return plainDecimal(`${whole.replaceAll(thousands, "")}.${fraction}`);
}

/** Reads a number where its decimal sign is known; null where it is none of that style. */
export function parseDecimal(written: string, style: NumberStyle): string | null {
  const text = western(written);
  if (!NUMBER_LIKE.test(text)) return null;
  // The Arabic decimal sign means the same everywhere.
  return parseStyled(text, written.includes("٫") ? "point" : style);
}

/**
 * What a number says of the decimal sign of all numbers beside it: `point` and `comma` are certain, `either` is
 * 1,234; null says nothing, as 12, ١٢٫٥ and 81.235 do, for a point alone is the decimal one unless others say otherwise.
 */
export function styleShownBy(written: string): NumberStyle | "either" | null {
  if (!/[.,،]/.test(written) || written.includes("٫")) return null;
  const text = western(written);
  if (!NUMBER_LIKE.test(text)) return null;
  if (isAmbiguous(text)) return "either";
  if (/^-?[1-9]\d{0,2}\.\d{3}$/.test(text)) return null;
  const [point, comma] = [parseStyled(text, "point"), parseStyled(text, "comma")];
  if ((point === null) === (comma === null)) return null;
  return point === null ? "comma" : "point";
}
