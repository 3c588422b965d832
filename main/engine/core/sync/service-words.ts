/** The service's own words, for people. The shape of an error body is not shown (section 7), so none is assumed. */
import { parseAnswerJson } from "../../../../contract/exact-json.ts";

const MAX_WORDS = 500;
const MAX_DEPTH = 6;
/** More than fit into the words, however short each is. */
const MAX_TEXTS = 250;
/** The text is cut to so many letters before it is read: every one of them may be a value. */
const MAX_LETTERS = 20_000;
const SMALL = { values: MAX_LETTERS };

function texts(value: unknown, depth: number): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value.trim()];
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((inner) => texts(inner, depth + 1));
}

/** A word by itself may be a code: that the message has the same word in it doesn't say the same. */
const CODE = /^[\p{Ll}\p{N}_-]+$/u;
const SIGN = /[\p{L}\p{N}]/u;

/** Whether a longer text says these very words; not only a part of one of its words. */
function isSaidIn(longer: string, text: string): boolean {
  const from = longer.indexOf(text);
  if (from === -1 || longer.length === text.length) return false;
  const before = longer[from - 1];
  const after = longer[from + text.length];
  return (before === undefined || !SIGN.test(before)) && (after === undefined || !SIGN.test(after));
}

/** Each text once, and not again where a longer one says it too: many services repeat in parts what their message says. */
function saidOnce(said: readonly string[]): string[] {
  const different = [...new Set(said)].slice(0, MAX_TEXTS);
  return different.filter((text) => CODE.test(text) || !different.some((longer) => isSaidIn(longer, text)));
}

function readable(body: string): string {
  try {
    const said = saidOnce(texts(parseAnswerJson(body, SMALL), 0)).join("; ");
    return said === "" ? body : said;
  } catch {
    // Not JSON: the text itself is what the service said.
    return body;
  }
}

const RUN = /[\p{L}\p{N}_:.+-]+/gu;
/** Blanks whatever may differ between two entries that get the same answer: uuids, serials, ids, times, amounts. */
const withoutOwn = (said: string): string =>
  // Run by run: one expression for both goes back over a long run without a digit from each of its letters.
  said.replace(RUN, (run) => (/\p{N}/u.test(run) ? "#" : run));

/** Equal for two answers that say the same of different entries. */
export function wordsAlike(status: number, body: string): string {
  const said = withoutOwn(readable(body.slice(0, MAX_LETTERS)))
    .replace(/\s+/g, " ")
    .trim();
  return `${status} ${said.slice(0, MAX_WORDS)}`;
}

/**
 * A page, or any other text that isn't JSON, in place of an answer; an empty body is none. Of a body that was not read to
 * its end, what begins as JSON does counts as JSON.
 */
export function isPage(body: string, isCutOff = false): boolean {
  const text = body.replace(/^\uFEFF/, "").trim();
  if (text === "") return false;
  if (isCutOff) return !/^[[{"]/.test(text);
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

/** Every text in the answer, cut to a readable length; empty where it has none. */
export function serviceWords(body: string): string {
  const said = readable(body.slice(0, MAX_LETTERS)).replace(/\s+/g, " ").trim();
  return said.length > MAX_WORDS ? `${said.slice(0, MAX_WORDS)}…` : said;
}
