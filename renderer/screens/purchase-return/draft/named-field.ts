/** Which field of a refused return the service's words name, where they name one as the request spells it. */

import { type ColumnId, columnOfField } from "../../../../contract/return-line.ts";
import { type FieldPath, namedFieldPaths } from "../../../lib/field-paths.ts";
import { HEADER_FIELDS, type HeaderField, type ReturnLine } from "./draft.ts";
import { because, NO_PROBLEMS, type Problems } from "./problems.ts";

export type NamedField =
  | { at: "line"; row: number; column: ColumnId }
  /** A field above the lines. */
  | { at: "header"; field: HeaderField };

/** Where that is typed; null for what isn't typed in the return, or not any more. */
function typedAt(path: FieldPath, lines: number): NamedField | null {
  switch (path.at) {
    case "line": {
      const column = columnOfField(path.field ?? "");
      if (path.number === null || column === null || path.number > lines) return null;
      return { at: "line", row: path.number - 1, column };
    }
    case "header": {
      const field = HEADER_FIELDS.find((one) => one === path.field);
      return field === undefined ? null : { at: "header", field };
    }
    case "reference":
    case "restored":
      return null;
  }
}

/** The first field named, one of a line before one of the header; null where none is. The keyboard stands there first. */
export function namedField(words: string, lines: number): NamedField | null {
  const found = namedFieldPaths(words, "purchaseReturn")
    .map((part) => (typeof part === "string" ? null : typedAt(part.path, lines)))
    .filter((field) => field !== null);
  return found.find(({ at }) => at === "line") ?? found[0] ?? null;
}

/** The field that was refused, marked until it is changed. Nothing is held back by it: that is for the service to say. */
export function problemsOfNamed(field: NamedField, lines: readonly ReturnLine[]): Problems {
  const refused = because("refused");
  if (field.at === "header") return { ...NO_PROBLEMS, header: { [field.field]: refused } };
  const lineId = lines[field.row]?.lineId;
  return lineId === undefined
    ? NO_PROBLEMS
    : { ...NO_PROBLEMS, lines: { [lineId]: { [field.column]: refused } } };
}
