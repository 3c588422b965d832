/** What goes out on the wire. */
import { printExactJson } from "../../../contract/exact-json.ts";
import type { Refusal } from "../books/refusal.ts";

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const JSON_HEADERS = { "content-type": "application/json; charset=utf-8" };

export const jsonAnswer = (status: number, body: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { ...JSON_HEADERS, ...headers },
  body,
});

/** A refusal as JSON: `{ error, message, fields: [{ field, reason }] }`. */
export function refusalAnswer(refusal: Refusal, headers: Record<string, string> = {}): Answer {
  const { code, message, fields } = refusal;
  return jsonAnswer(refusal.status, printExactJson({ error: code, message, fields }), headers);
}
