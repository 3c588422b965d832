/**
 * The text in a slip's QR code, and the text of a counter's public key: written here, read here and by the checking page.
 * Loads no schema. The format is versioned (decision 56): a text of another version is not read.
 */

/** Where the entry stood when the slip was printed. */
export const SLIP_STATES = [
  "waiting",
  "unknown",
  /** It was answered, but not about this entry; also where it counts as confirmed all the same. */
  "noEvidence",
  "refused",
  "confirmed",
  "confirmedOdd",
  "confirmedByHand",
  "discarded",
  "corrected",
] as const;
export type SlipState = (typeof SLIP_STATES)[number];

export const SLIP_KINDS = ["return", "voucher"] as const;
export type SlipKind = (typeof SLIP_KINDS)[number];

/** What a slip's code says. */
export interface SlipFacts {
  /** The beginning of the public key that signed it. */
  keyId: string;
  /** From the sample shop of practice mode. */
  practice: boolean;
  kind: SlipKind;
  serialNo: string;
  /** A canonical decimal. */
  amount: string;
  currencyId: string;
  state: SlipState;
  /** ISO 8601 UTC, in whole seconds. */
  printedAt: string;
  /** The first half of the SHA-256 of the request's body, hexadecimal. */
  bodyHash: string;
}

export interface SlipCode extends SlipFacts {
  /** What was signed: everything before the signature. */
  signed: string;
  /** Ed25519, base64url. */
  signature: string;
}

const VERSION = "CS1";
const KEY_VERSION = "CSK1";
const SEPARATOR = "|";
const KEY_ID_LETTERS = 8;
export const BODY_HASH_LETTERS = 32;
/** A code that needs more letters than a small printer can draw is left out. */
export const MOST_CODE_LETTERS = 400;

/** How a key is named where it is not written out: its first letters. */
export const keyIdOf = (publicKey: string): string => publicKey.slice(0, KEY_ID_LETTERS);

/** The bytes that are signed: no signature of another use of the key is one of a slip. */
export const signedBytes = (signed: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`counterside slip\n${signed}`);

/** The part that is signed. Throws where a field can't be in a code. */
export function slipText(facts: SlipFacts): string {
  const { keyId, practice, kind, serialNo, amount, currencyId, state, printedAt, bodyHash } = facts;
  const mode = practice ? "practice" : "real";
  const fields = [VERSION, keyId, mode, kind, serialNo, amount, currencyId, state, printedAt, bodyHash];
  const text = fields.join(SEPARATOR);
  if (readFacts(text) === null) throw new TypeError("a field of the slip can't be in its code");
  return text;
}

/** The whole text of the code. */
export const slipCode = (signed: string, signature: string): string => `${signed}${SEPARATOR}${signature}`;

const KEY_ID = /^[\w-]{8}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const AMOUNT = /^-?\d{1,60}(?:\.\d{1,60})?$/;
/** As the program takes them: also those that a shop writes in Arabic. */
const CURRENCY = /^[\p{L}\p{N}._-]{1,16}$/u;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
const HALF_HASH = /^[0-9a-f]{32}$/;
const SIGNATURE = /^[\w-]{86}$/;
const PUBLIC_KEY = /^[\w-]{43}$/;

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined): Value | null =>
  values.find((value) => value === text) ?? null;

function readFacts(signed: string): SlipFacts | null {
  const fields = signed.split(SEPARATOR);
  if (fields.length !== 10) return null;
  const [version, keyId = "", mode, kindText, serialNo = "", amount = "", currencyId = "", stateText] =
    fields;
  const [printedAt = "", bodyHash = ""] = fields.slice(8);
  const [kind, state] = [oneOf(SLIP_KINDS, kindText), oneOf(SLIP_STATES, stateText)];
  if (version !== VERSION || (mode !== "real" && mode !== "practice") || kind === null || state === null)
    return null;
  if (!KEY_ID.test(keyId) || !UUID.test(serialNo) || !AMOUNT.test(amount) || !CURRENCY.test(currencyId))
    return null;
  if (!TIME.test(printedAt) || Number.isNaN(Date.parse(printedAt)) || !HALF_HASH.test(bodyHash)) return null;
  return {
    keyId,
    practice: mode === "practice",
    kind,
    serialNo,
    amount,
    currencyId,
    state,
    printedAt,
    bodyHash,
  };
}

/** Reads a code's text; null for anything that is none of this version. Says nothing of its signature. */
export function readSlipCode(text: string): SlipCode | null {
  if (text.length > MOST_CODE_LETTERS) return null;
  const at = text.lastIndexOf(SEPARATOR);
  const [signed, signature] = [text.slice(0, at), text.slice(at + 1)];
  const facts = at < 0 ? null : readFacts(signed);
  return facts === null || !SIGNATURE.test(signature) ? null : { ...facts, signed, signature };
}

/** A public key as text, to be copied, printed, and read by the checking page. */
export const keyText = (publicKey: string): string => `${KEY_VERSION}${SEPARATOR}${publicKey}`;

/** The key (32 bytes, base64url) in a text of `keyText`; null for anything else. */
export function readKeyText(text: string): string | null {
  const [version, key = "", more] = text.trim().split(SEPARATOR);
  return version === KEY_VERSION && more === undefined && PUBLIC_KEY.test(key) ? key : null;
}
