/** Decodes escapes of JSON, JavaScript, addresses and HTML, and what else is written between or in place of letters. */
import { replaced, type View } from "./decoded-text.ts";

const ESCAPE =
  /\\u([0-9a-f]{4})|\\u\{0*([0-9a-f]{1,6})\}|\\x\{?([0-9a-f]{2})\}?|\\([/"'\\bfnrt])|%u([0-9a-f]{4})|%([0-9a-f]{2})|&#x0*([0-9a-f]{1,6});?|&#0*(\d{1,7});?|&([a-z]{2,14});|\\([0-3][0-7]{0,2}|[4-7][0-7]?)|\p{Cf}|\p{DI}/giu;
/** Between letters of two bytes each. */
const NOUGHT = String.fromCharCode(0);
const NOUGHTS = new RegExp(NOUGHT, "g");
const TAG = /<[^<>]*>/g;
const QUOTED_PRINTABLE = /=(?:([0-9a-f]{2})|\r?\n)/gi;
const MAY_BE_ESCAPED = /[\\%&\p{Cf}\p{DI}]/u;

const NAMED: Record<string, string> = {
  shy: "",
  zwj: "",
  zwnj: "",
  lrm: "",
  rlm: "",
  zerowidthspace: "",
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  plus: "+",
  sol: "/",
  equals: "=",
  period: ".",
  hyphen: "-",
  dash: "-",
  lowbar: "_",
  underbar: "_",
  colon: ":",
  semi: ";",
  comma: ",",
  num: "#",
  percnt: "%",
  excl: "!",
  dollar: "$",
  lpar: "(",
  rpar: ")",
  ast: "*",
  midast: "*",
  quest: "?",
  commat: "@",
  lsqb: "[",
  lbrack: "[",
  rsqb: "]",
  rbrack: "]",
  bsol: "\\",
  hat: "^",
  grave: "`",
  lcub: "{",
  lbrace: "{",
  rcub: "}",
  rbrace: "}",
  verbar: "|",
  vert: "|",
  verticalline: "|",
  nbsp: "",
  tab: "",
  newline: "",
};
const CONTROLS: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

const ofCode = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : "");

/** What an escape stands for; null where it is none after all. */
function unescaped([, u, u8, x, sign, percentU, percent, hex, decimal, name, octal]: RegExpExecArray):
  | string
  | null {
  const digits = u ?? u8 ?? x ?? percentU ?? percent ?? hex;
  if (digits !== undefined) return ofCode(Number.parseInt(digits, 16));
  if (decimal !== undefined) return ofCode(Number(decimal));
  if (octal !== undefined) return ofCode(Number.parseInt(octal, 8));
  if (sign !== undefined) return CONTROLS[sign] ?? sign;
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? null;
  // A mark that nobody sees, of one unit or two.
  return "";
}

/** Of a text and what is told of its cost, the decoded one; null where nothing changes. */
type Decode = (view: View, spend: (letters: number) => void) => View | null;

export const withoutEscapes: Decode = (view, spend) =>
  MAY_BE_ESCAPED.test(view.text) ? replaced(view, ESCAPE, unescaped, spend) : null;

/** Takes every match out. */
const without =
  (pattern: RegExp): Decode =>
  (view, spend) =>
    replaced(view, pattern, () => "", spend);

/** "0x73, 0x65": the nought before each x is no digit of the byte. */
export const withoutHexPrefixes = without(/0x/gi);

/** Only where the text holds the sign that every match begins with: that is found far faster than a pattern. */
const whereIs =
  (sign: string, decode: Decode): Decode =>
  (view, spend) =>
    view.text.includes(sign) ? decode(view, spend) : null;

const fromQuotedPrintable: Decode = (view, spend) =>
  replaced(
    view,
    QUOTED_PRINTABLE,
    ([, digits]) => (digits === undefined ? "" : ofCode(Number.parseInt(digits, 16))),
    spend,
  );

/** Ways of their own, for any of them may spoil a text that isn't written so. */
export const OTHER_WAYS: readonly Decode[] = [
  whereIs("<", without(TAG)),
  whereIs(NOUGHT, without(NOUGHTS)),
  whereIs("=", fromQuotedPrintable),
];
