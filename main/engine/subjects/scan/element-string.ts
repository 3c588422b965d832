/** Takes a GS1 element string apart: identifiers and their values. Pure; an identifier not known cuts nothing off. */

// The application identifiers (AIs) of GS1 codes: how long each one's data is. Facts of the GS1 General Specifications,
// as the GS1 Barcode Syntax Dictionary lists them (state of July 2026).

/** AIs, or `first-last`, with their data: `N6` six digits, `X..20` one to twenty characters, `?` before a part that may be missing. */
const FORMATS: readonly (readonly [ais: string, format: string])[] = [
  ["00", "N18"],
  ["01 02 03", "N14"],
  ["10 21 22 243 254 4318 420 7020-7022 710-717 7240 8002 8012", "X..20"],
  ["11 12 13 15 16 17", "N6"],
  ["20", "N2"],
  ["235", "X..28"],
  ["240 241 250 251 400 401 403 4308 4319 7002 7023 8004 8010 90", "X..30"],
  ["242", "N..6"],
  ["253", "N13 ?X..17"],
  ["255", "N13 ?N..12"],
  ["30 37", "N..8"],
  ["3100-3105 3110-3115 3120-3125 3130-3135 3140-3145 3150-3155 3160-3165", "N6"],
  [
    "3200-3205 3210-3215 3220-3225 3230-3235 3240-3245 3250-3255 3260-3265 3270-3275 3280-3285 3290-3295",
    "N6",
  ],
  ["3300-3305 3310-3315 3320-3325 3330-3335 3340-3345 3350-3355 3360-3365 3370-3375", "N6"],
  [
    "3400-3405 3410-3415 3420-3425 3430-3435 3440-3445 3450-3455 3460-3465 3470-3475 3480-3485 3490-3495",
    "N6",
  ],
  ["3500-3505 3510-3515 3520-3525 3530-3535 3540-3545 3550-3555 3560-3565 3570-3575", "N6"],
  [
    "3600-3605 3610-3615 3620-3625 3630-3635 3640-3645 3650-3655 3660-3665 3670-3675 3680-3685 3690-3695",
    "N6",
  ],
  ["3900-3909 3920-3929", "N..15"],
  ["3910-3919 3930-3939", "N3 N..15"],
  ["3940-3943 8111", "N4"],
  ["3950-3955 8005", "N6"],
  ["402", "N17"],
  ["410-417 7001", "N13"],
  ["421", "N3 X..9"],
  ["422 424 426", "N3"],
  ["423 425", "N3 ?N3 ?N3 ?N3 ?N3"],
  ["427 7008", "X..3"],
  ["4300 4301 4310 4311 4320", "X..35"],
  ["4302-4306 4312-4316 7257 8110 8112 8200", "X..70"],
  ["4307 4317", "X2"],
  ["4309", "N20"],
  ["4321-4323 7252", "N1"],
  ["4324 4325 7003", "N10"],
  ["4326 7006", "N6"],
  ["4330-4333", "N6 ?X1"],
  ["7004", "N..4"],
  ["7007", "N6 ?N6"],
  ["7005", "X..12"],
  ["7009", "X..10"],
  ["7010", "X..2"],
  ["7011", "N6 ?N4"],
  ["7030-7039", "N3 X..27"],
  ["7040", "N1 X3"],
  ["7041", "X..4"],
  ["7230-7239", "X2 X..28"],
  ["7241", "N2"],
  ["7242 8013 8014 8020", "X..25"],
  ["7250", "N8"],
  ["7251", "N12"],
  ["7253 7254 7259", "X..40"],
  ["7255", "X..10"],
  ["7256 8030 91-99", "X..90"],
  ["7258", "X3"],
  ["8001", "N14"],
  ["8003", "N14 ?X..16"],
  ["8006 8026 8017 8018", "N18"],
  ["8007", "X..34"],
  ["8008", "N8 ?N2 ?N2"],
  ["8009", "X..50"],
  ["8011", "N..12"],
  ["8019", "N..10"],
  ["8040 8041", "N15"],
  ["8042", "N32"],
  ["8043", "N18 ?N..2"],
];

interface Part {
  /** Digits only; else any character of a GS1 code. */
  digits: boolean;
  least: number;
  most: number;
  optional: boolean;
}

interface Identifier {
  ai: string;
  parts: readonly Part[];
  /** One length only: it ends there, whatever follows. */
  fixed: number | null;
  most: number;
}

function partOf(text: string): Part {
  const [, optional, type, range, length = ""] = /^(\??)([NX])(\.\.)?(\d+)$/.exec(text) ?? [];
  const most = Number(length);
  return { digits: type !== "X", least: range === undefined ? most : 1, most, optional: optional === "?" };
}

function identifierOf(ai: string, format: string): Identifier {
  const parts = format.split(" ").map(partOf);
  const most = parts.reduce((sum, part) => sum + part.most, 0);
  const isFixed = parts.every(({ least, most, optional }) => !optional && least === most);
  return { ai, parts, fixed: isFixed ? most : null, most };
}

function aisOf(range: string): string[] {
  const [first = "", last = first] = range.split("-");
  const count = Number(last) - Number(first) + 1;
  return Array.from({ length: count }, (_, step) => String(Number(first) + step).padStart(first.length, "0"));
}

/** Every identifier there is, by its digits. */
export const IDENTIFIERS: ReadonlyMap<string, Identifier> = new Map(
  FORMATS.flatMap(([ais, format]) =>
    ais
      .split(" ")
      .flatMap(aisOf)
      .map((ai) => [ai, identifierOf(ai, format)] as const),
  ),
);

/**
 * How long an element is, identifier included, by its first two digits: these end without a separator, also where the
 * identifier itself is not known (General Specifications, predefined lengths).
 */
export function predefinedLength(firstTwo: string): number | null {
  if (firstTwo === "00") return 20;
  if (/^0[123]$/.test(firstTwo)) return 16;
  if (firstTwo === "04") return 18;
  if (/^1[1-9]$/.test(firstTwo)) return 8;
  if (firstTwo === "20") return 4;
  if (/^3[1-6]$/.test(firstTwo)) return 10;
  return firstTwo === "41" ? 16 : null;
}

/** The identifier that is at a place; none begins as another does. */
export function identifierAt(text: string, at: number): Identifier | null {
  for (const length of [2, 3, 4]) {
    const found = IDENTIFIERS.get(text.slice(at, at + length));
    if (found !== undefined) return found;
  }
  return null;
}

const isDigits = (text: string): boolean => /^\d*$/.test(text);

/** Whether a value has the identifier's form. Neither dates nor check digits are looked at. */
function fits({ parts }: Identifier, value: string): boolean {
  let at = 0;
  for (const { digits, least, most, optional } of parts) {
    const piece = value.slice(at, at + most);
    if (piece === "" && optional) break;
    if (piece.length < least || (digits && !isDigits(piece))) return false;
    at += piece.length;
  }
  return at === value.length;
}

export interface Element {
  ai: string;
  value: string;
}

/** What separates elements: FNC1, which is sent as GS or as a character that no value can hold. */
const SEPARATORS = /[^!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]+/;
/** Elements that goods carry most: only these are believed where a separator was lost. */
const COMMON = /^(?:01|02|1[01357]|21|30|37|310\d)$/;
/** Ways to read one code that are looked at; beyond it none is certain. */
const MOST_READINGS = 40;
const MOST_STEPS = 4_000;

interface ElementReadings {
  /** As the separators and the lengths say. */
  strict: Element[];
  /** Nothing of it was skipped, cut short or longer than it can be. */
  isWhole: boolean;
  /** What else it may say where the scanner sent no separator at all; the strict reading is not among them. */
  others: Element[][];
  /** There are more ways than were looked at. */
  tooMany: boolean;
}

interface Piece {
  elements: Element[];
  isWhole: boolean;
}

/** One run between two separators, by the lengths the identifiers say. */
function strictPiece(run: string): Piece {
  const elements: Element[] = [];
  let isWhole = true;
  let at = 0;
  while (at < run.length) {
    const known = identifierAt(run, at);
    const length = predefinedLength(run.slice(at, at + 2));
    if (known === null) {
      // Not known: it ends where its first digits say, or with the run.
      isWhole = false;
      if (length === null) break;
      at += length;
      continue;
    }
    const from = at + known.ai.length;
    const to = length !== null ? at + length : known.fixed !== null ? from + known.fixed : run.length;
    const value = run.slice(from, to);
    if (!fits(known, value)) isWhole = false;
    elements.push({ ai: known.ai, value });
    at = to;
  }
  return { elements, isWhole };
}

/** One identifier with two values: a misread code, or two codes in one. None of it is to be believed. */
export const contradicts = (elements: readonly Element[]): boolean =>
  new Set(elements.map(({ ai, value }) => `${ai} ${value}`)).size >
  new Set(elements.map(({ ai }) => ai)).size;

const isNew = (found: readonly Element[], ai: string): boolean => found.every((element) => element.ai !== ai);

/** A count or a weight belongs to goods of no fixed measure (numbers that begin with 9), a number of pieces to a 02. */
function belongs(ai: string, found: readonly Element[]): boolean {
  if (ai === "37") return found.some((element) => element.ai === "02");
  if (ai === "30" || ai.startsWith("310"))
    return found.some((element) => element.ai === "01" && element.value.startsWith("9"));
  return true;
}

/** Every way to read a run in which separators may be missing, of common elements alone. */
function looseReadings(run: string, isValue: (element: Element) => boolean) {
  const readings: Element[][] = [];
  let steps = 0;
  const visit = (at: number, found: Element[]): void => {
    steps += 1;
    if (steps > MOST_STEPS || readings.length > MOST_READINGS) return;
    if (at === run.length) {
      readings.push(found);
      return;
    }
    const known = identifierAt(run, at);
    if (known === null || !COMMON.test(known.ai) || !isNew(found, known.ai)) return;
    for (const to of endsOf(known, run, at + known.ai.length)) {
      const element = { ai: known.ai, value: run.slice(at + known.ai.length, to) };
      if (fits(known, element.value) && isValue(element)) visit(to, [...found, element]);
    }
  };
  visit(0, []);
  const fitting = readings.filter((found) => found.every(({ ai }) => belongs(ai, found)));
  return { readings: fitting, tooMany: steps > MOST_STEPS || readings.length > MOST_READINGS };
}

/** Where an element may end: all of the rest first. */
function endsOf({ fixed, most }: Identifier, run: string, from: number): number[] {
  if (fixed !== null) return from + fixed <= run.length ? [from + fixed] : [];
  const longest = Math.min(run.length, from + most);
  return Array.from({ length: Math.max(0, longest - from) }, (_, less) => longest - less);
}

const sameElements = (a: readonly Element[], b: readonly Element[]): boolean =>
  a.length === b.length && a.every(({ ai, value }, at) => ai === b[at]?.ai && value === b[at].value);

/**
 * All that an element string may say. `isValue` says which values can be at all: a date that is one, a product number
 * with its check digit. Separators that are there are believed; only where there is none may one have been lost.
 */
export function readElements(text: string, isValue: (element: Element) => boolean): ElementReadings {
  const runs = text.split(SEPARATORS).filter((run) => run !== "");
  const pieces = runs.map(strictPiece);
  const isWhole = pieces.every((piece) => piece.isWhole);
  const strict = pieces.flatMap(({ elements }) => elements);
  if (SEPARATORS.test(text)) return { strict, isWhole, others: [], tooMany: false };
  const { readings, tooMany } = looseReadings(text, isValue);
  return { strict, isWhole, tooMany, others: readings.filter((found) => !sameElements(found, strict)) };
}

/** The elements of a code as people read it, `(01)09501101530003(10)A1`; null where it is not one. */
export function bracketedElements(text: string): Element[] | null {
  const elements: Element[] = [];
  for (const part of text.split("(").slice(1)) {
    const [ai = "", value, ...rest] = part.split(")");
    // A bracket may also be part of a value.
    if (value === undefined || !/^\d{2,4}$/.test(ai)) {
      const last = elements.at(-1);
      if (last === undefined) return null;
      last.value += `(${part}`;
      continue;
    }
    elements.push({ ai, value: [value, ...rest].join(")") });
  }
  return text.startsWith("(") && elements.length > 0 ? elements : null;
}

const decoded = (part: string): string | null => {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
};

/** The elements of a GS1 Digital Link: `https://id.example/01/09501101530003/10/A1?17=271231`; null where it is none. */
export function linkedElements(text: string): Element[] | null {
  if (!/^https?:\/\//i.test(text)) return null;
  const [whole = ""] = text.split("#");
  const [place = "", query = ""] = whole.split("?");
  const path = place.split("/").slice(3).map(decoded);
  // A batch or a serial number may be 01 too: the last one that a product number follows.
  const begin = path.findLastIndex((part, at) => part === "01" && /^\d{8,14}$/.test(path[at + 1] ?? ""));
  if (begin === -1) return null;
  const elements: Element[] = [];
  for (let at = begin; at + 1 < path.length; at += 2) {
    const [ai, value] = path.slice(at, at + 2);
    if (ai != null && value != null && /^\d{2,4}$/.test(ai)) elements.push({ ai, value });
  }
  for (const pair of query.split(/[&;]/)) {
    const [ai = "", ...rest] = pair.split("=");
    const value = decoded(rest.join("="));
    if (/^\d{2,4}$/.test(ai) && value !== null && value !== "") elements.push({ ai, value });
  }
  return elements.map(({ ai, value }) => ({ ai, value: ai === "01" ? value.padStart(14, "0") : value }));
}
