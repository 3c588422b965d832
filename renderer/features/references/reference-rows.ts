/** Document references while they are typed: text in every field, empty text for none. */
import { z } from "zod";
import { type KeptFile, keptFile } from "../../../contract/kept-file.ts";
import { focusOnceDrawn } from "../../lib/focus.ts";
import { latinNumber } from "../../lib/text.ts";

const text = z.string();

/** A reference as drafts keep it. */
export const draftReference = z.object({
  key: text,
  type: text,
  otherType: text,
  reference: text,
  url: text,
  description: text,
  /** The file on this counter that the reference names. */
  file: keptFile.nullable().default(null),
});
export type DraftReference = z.infer<typeof draftReference>;

export type ReferenceField = Exclude<keyof DraftReference, "key" | "file">;
export const REFERENCE_FIELDS: readonly ReferenceField[] = [
  "type",
  "reference",
  "otherType",
  "url",
  "description",
];

/** A reference of which nothing is typed yet. */
export function emptyReference(key: string): DraftReference {
  return { key, type: "", otherType: "", reference: "", url: "", description: "", file: null };
}

const isTyped = (row: DraftReference): boolean =>
  row.file !== null || REFERENCE_FIELDS.some((field) => row[field].trim() !== "");

/** The rows and one more of which nothing is typed yet. */
export const withNewReference = (rows: readonly DraftReference[]): DraftReference[] => [
  ...rows,
  emptyReference(crypto.randomUUID()),
];

/** Brings the keyboard to a row's first field, once it is drawn. */
export function focusReference(within: () => HTMLElement | null, row: number): void {
  focusOnceDrawn(() => within()?.querySelector<HTMLElement>(`[data-testid="reference-${row}-type"]`));
}

/** The rows of which anything is typed; only they are sent, in this order. */
export function typedReferences(rows: readonly DraftReference[]): DraftReference[] {
  return rows.filter(isTyped);
}

/** The rows with one more for each file: in the place of a row that is still empty, else at the end. */
export function withFiles(
  rows: readonly DraftReference[],
  files: readonly KeptFile[],
  newKey: () => string,
): DraftReference[] {
  const filled = [...rows];
  for (const file of files) {
    const blank = filled.findIndex((row) => !isTyped(row));
    const row = { ...(filled[blank] ?? emptyReference(newKey())), ...aboutFile(file) };
    if (blank === -1) filled.push(row);
    else filled[blank] = row;
  }
  return filled;
}

/** What the service gets of a file beside its name, never the file itself. */
const printOf = ({ sha256 }: KeptFile): string => `SHA-256 ${sha256}`;

const aboutFile = (file: KeptFile) => ({ file, reference: file.name, description: printOf(file) });

/** A description without the fingerprint that ends it where a file is attached: nobody reads it, and nobody types it. */
export function ownDescription(description: string, file: KeptFile | null): string {
  const print = file === null ? "" : printOf(file);
  if (print === "" || !description.endsWith(print)) return description;
  return description.slice(0, -print.length).replace(/ $/, "");
}

/** The description with what was typed in place of its typed part; the fingerprint stays where it was. */
export function describedAs({ description, file }: DraftReference, typed: string): string {
  const print = file !== null && description.endsWith(printOf(file)) ? printOf(file) : "";
  return print === "" || typed === "" ? typed + print : `${typed} ${print}`;
}

const orNull = (text: string): string | null => (text.trim() === "" ? null : text);

/** What the posting channels take for a row. */
export function referenceInput(row: DraftReference) {
  return {
    type: latinNumber(row.type),
    otherType: orNull(row.otherType),
    reference: row.reference,
    url: orNull(row.url),
    description: orNull(row.description),
    ...(row.file === null ? {} : { kept: row.file }),
  };
}

interface SentReference {
  type: number | string;
  otherType: string | null;
  reference: string;
  url: string | null;
  description: string | null;
}

/** The files of an entry's references, as the engine tells them. */
export type EntryFiles = readonly { position: number; file: KeptFile }[];

/** The file of the reference at this place; null where it names none. */
export const fileAt = (files: EntryFiles, position: number): KeptFile | null =>
  files.find((placed) => placed.position === position)?.file ?? null;

/** Rows made of the references that were sent before, each with its file. */
export function referenceRowsOf(
  sent: readonly SentReference[],
  files: EntryFiles,
  newKey: () => string,
): DraftReference[] {
  return sent.map((reference, at) => ({
    key: newKey(),
    type: String(reference.type),
    otherType: reference.otherType ?? "",
    reference: reference.reference,
    url: reference.url ?? "",
    description: reference.description ?? "",
    file: fileAt(files, at),
  }));
}
