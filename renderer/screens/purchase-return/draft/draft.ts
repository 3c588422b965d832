/** A purchase return while it is typed: text in every field, so that nothing typed is ever lost by being wrong. */
import Big from "big.js";
import type { z } from "zod";
import {
  byField,
  COLUMNS,
  type ColumnId,
  type ColumnKind,
  GOODS_FIELDS,
  type LineColumn,
  OPTIONAL_COLUMNS,
  type OptionalColumn,
} from "../../../../contract/return-line.ts";
import { parseTypedDecimal } from "../../../../contract/typed-decimal.ts";
import type { returnContent, returnLine } from "../../../features/drafts/contents.ts";
import { onceForEach } from "../../../lib/same.ts";
import { parseTypedDate } from "../../../lib/typed-date.ts";

export type ReturnLine = z.infer<typeof returnLine>;
export type ReturnDraft = z.infer<typeof returnContent> & { draftId: string };
/** All of a return but its lines and its note: what is around them is not drawn again while one types in them. */
export type ReturnFrame = Omit<ReturnDraft, "lines" | "note">;

/** A return without its lines and its note. */
export function frameOf({ lines: _lines, note: _note, ...frame }: ReturnDraft): ReturnFrame {
  return frame;
}

export const HEADER_FIELDS = ["supplierAccountId", "cashOrBankAccountId", "storeId", "currencyId"] as const;
export type HeaderField = (typeof HEADER_FIELDS)[number];

/** What a new return takes over from the one before: where one works seldom changes, the supplier does. */
export type Usual = Pick<ReturnDraft, "cashOrBankAccountId" | "storeId" | "currencyId">;

/** A return of which nothing is typed yet. */
export function emptyDraft(draftId: string, usual?: Usual): ReturnDraft {
  return {
    version: 1,
    draftId,
    supplierAccountId: "",
    note: "",
    references: [],
    lines: [],
    corrects: null,
    cashOrBankAccountId: usual?.cashOrBankAccountId ?? "",
    storeId: usual?.storeId ?? "",
    currencyId: usual?.currencyId ?? "",
  };
}

/** A line of which nothing is typed yet. */
export function emptyLine(lineId: string): ReturnLine {
  return { ...byField(COLUMNS, () => ""), lineId, priceTyped: false, scanned: false };
}

/** What a field's text means. `other`: the digits of a date can also be read as that one. */
type ReadField =
  | { kind: "empty" }
  | { kind: "value"; value: string; other?: string | undefined }
  | { kind: "wrong"; reason: "not_a_decimal" | "ambiguous" | "not_a_date" };

/** Reads what is typed in a field of this kind. A month alone is where a production began, and the end of an expiry. */
export function readField(kind: ColumnKind, typed: string): ReadField {
  switch (kind) {
    case "decimal": {
      const read = parseTypedDecimal(typed);
      return read.kind === "decimal" ? { kind: "value", value: read.value } : read;
    }
    case "productionDate":
    case "expiryDate": {
      const read = parseTypedDate(typed, kind === "productionDate" ? "firstDay" : "lastDay");
      if (read.kind === "wrong") return { kind: "wrong", reason: "not_a_date" };
      return read.kind === "empty" ? read : { kind: "value", value: read.value, other: read.other };
    }
    case "product":
    case "unit":
    case "text":
      return typed.trim() === "" ? { kind: "empty" } : { kind: "value", value: typed };
  }
}

/** The one spelling the draft keeps; what can't be read stays as it was typed. */
export function settled(kind: ColumnKind, typed: string): string {
  const read = readField(kind, typed);
  return read.kind === "value" ? read.value : typed;
}

/** Whether anything of a line is typed; other lines are not sent. */
export const isTyped = onceForEach((line: ReturnLine): boolean =>
  COLUMNS.some(({ field }) => line[field].trim() !== ""),
);

const isNothing = (typed: string): boolean => {
  const read = parseTypedDecimal(typed);
  return read.kind === "empty" || (read.kind === "decimal" && new Big(read.value).eq(0));
};

/** Whether a line of a purchase gives nothing back, as it does until a quantity is typed: it is not sent. */
export const isLeftOut = (line: ReturnLine): boolean =>
  line.purchaseLine !== undefined && GOODS_FIELDS.every((field) => isNothing(line[field]));

/** Whether a line is sent. */
export const isSent = (line: ReturnLine): boolean => isTyped(line) && !isLeftOut(line);

/** How many lines of a return something is typed of. */
export const typedLines = ({ lines }: ReturnDraft): number =>
  lines.reduce((count, line) => (isTyped(line) ? count + 1 : count), 0);

/** Whether there is anything that would be missed. What a new draft takes over by itself doesn't count. */
export function isWorthKeeping(draft: ReturnDraft): boolean {
  return (
    draft.supplierAccountId !== "" ||
    draft.note.trim() !== "" ||
    draft.references.length > 0 ||
    draft.lines.some(isTyped)
  );
}

/** A set of `OPTIONAL_COLUMNS`, one bit each: compared as a number with every key in a line. */
export type ColumnSet = number;
export const NO_COLUMNS: ColumnSet = 0;

const BITS = new Map<string, ColumnSet>(OPTIONAL_COLUMNS.map((id, at) => [id, 1 << at]));
const bitOf = (id: string): ColumnSet => BITS.get(id) ?? NO_COLUMNS;
const FIELDS = COLUMNS.flatMap(({ id, field }) => (bitOf(id) === 0 ? [] : [{ field, bit: bitOf(id) }]));

/** The set of some columns; one that every return needs adds nothing. */
export const setOf = (ids: readonly string[]): ColumnSet =>
  ids.reduce((columns, id) => columns | bitOf(id), NO_COLUMNS);

export const isIn = (columns: ColumnSet, id: OptionalColumn): boolean => (columns & bitOf(id)) !== 0;

const usedBy = onceForEach(
  (line: ReturnLine): ColumnSet =>
    FIELDS.reduce((set, { field, bit }) => (line[field] === "" ? set : set | bit), NO_COLUMNS),
);

/** The columns that some line uses. */
export const usedColumns = (lines: readonly ReturnLine[]): ColumnSet =>
  lines.reduce((set, line) => set | usedBy(line), NO_COLUMNS);

export interface ShownColumn {
  column: LineColumn;
  /** Its place in `COLUMNS`, by which a cell is found whatever is drawn. */
  index: number;
}

const isOptional = (id: ColumnId): id is OptionalColumn => bitOf(id) !== 0;

/** The columns drawn, in their order. */
export const columnsShown = (columns: ColumnSet): readonly ShownColumn[] =>
  COLUMNS.flatMap((column, index) =>
    !isOptional(column.id) || isIn(columns, column.id) ? [{ column, index }] : [],
  );
