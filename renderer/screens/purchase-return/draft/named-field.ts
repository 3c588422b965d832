/** Which field of a refused return the service's words name, where they name one as the request spells it. */
import { type ColumnId, columnOfField } from "./columns.ts";
import { HEADER_FIELDS, type HeaderField } from "./draft.ts";

export type NamedField =
  | { at: "line"; row: number; column: ColumnId }
  /** A field above the lines. */
  | { at: "header"; field: HeaderField };

const LINE_FIELD = /tenantTransactionProductInputs\W{1,2}(\d{1,6})\W{1,2}(\w+)/;

/**
 * The first field named; null where none is. How a service words a refusal is its own affair, so this only decides
 * where the keyboard stands first: the words themselves are shown as they came.
 */
export function namedField(words: string, lines: number): NamedField | null {
  const [, index, name = ""] = LINE_FIELD.exec(words) ?? [];
  const column = columnOfField(name);
  const row = Number(index);
  if (index !== undefined && column !== null && row < lines) return { at: "line", row, column };
  const field = HEADER_FIELDS.find((one) => new RegExp(`\\b${one}\\b`).test(words));
  return field === undefined ? null : { at: "header", field };
}
