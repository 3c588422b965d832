/** The service's own words, for people. The shape of an error body is not shown (section 7), so none is assumed. */
import { parseExactJson } from "../../../contract/exact-json.ts";

const MAX_WORDS = 500;
const MAX_DEPTH = 6;

function texts(value: unknown, depth: number): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value.trim()];
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((inner) => texts(inner, depth + 1));
}

function readable(body: string): string {
  try {
    const said = [...new Set(texts(parseExactJson(body), 0))].join("; ");
    return said === "" ? body : said;
  } catch {
    // Not JSON: the text itself is what the service said.
    return body;
  }
}

/** "422: The quantity is above the stock" — the status, then every text in the answer, cut to a readable length. */
export function serviceWords(status: number, body: string): string {
  const said = readable(body.slice(0, 20_000)).replace(/\s+/g, " ").trim();
  if (said === "") return `${status}: the service gave no words`;
  return `${status}: ${said.length > MAX_WORDS ? `${said.slice(0, MAX_WORDS)}…` : said}`;
}
