/** Document references while they are typed: text in every field, empty text for none. */
import { latinNumber } from "../field/latin-number.ts";

export interface ReferenceRow {
  key: string;
  type: string;
  otherType: string;
  reference: string;
  url: string;
  description: string;
}

export type ReferenceField = Exclude<keyof ReferenceRow, "key">;
export const REFERENCE_FIELDS: readonly ReferenceField[] = [
  "type",
  "reference",
  "otherType",
  "url",
  "description",
];

/** A reference of which nothing is typed yet. */
export function emptyReference(key: string): ReferenceRow {
  return { key, type: "", otherType: "", reference: "", url: "", description: "" };
}

const typed = (row: ReferenceRow): boolean => REFERENCE_FIELDS.some((field) => row[field].trim() !== "");

/** The rows of which anything is typed; only they are sent, in this order. */
export function typedReferences(rows: readonly ReferenceRow[]): ReferenceRow[] {
  return rows.filter(typed);
}

const orNull = (text: string): string | null => (text.trim() === "" ? null : text);

/** What the posting channels take for a row. */
export function referenceInput(row: ReferenceRow) {
  return {
    type: latinNumber(row.type),
    otherType: orNull(row.otherType),
    reference: row.reference,
    url: orNull(row.url),
    description: orNull(row.description),
  };
}

interface SentReference {
  type: number | string;
  otherType: string | null;
  reference: string;
  url: string | null;
  description: string | null;
}

/** A row made of a reference that was sent before. */
export function referenceRowOf(sent: SentReference, key: string): ReferenceRow {
  return {
    key,
    type: String(sent.type),
    otherType: sent.otherType ?? "",
    reference: sent.reference,
    url: sent.url ?? "",
    description: sent.description ?? "",
  };
}
