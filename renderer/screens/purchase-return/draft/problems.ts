/** What keeps a return from being posted, as found on this screen, by the engine and by the service. */
import { FIELD_REASONS, type FieldIssue } from "../../../../contract/reply.ts";
import { COLUMNS, type ColumnId, columnOfField } from "../../../../contract/return-line.ts";
import { parseTypedDecimal } from "../../../../contract/typed-decimal.ts";
import { type FieldPath, namedFieldPaths } from "../../../lib/field-paths.ts";
import { parseTypedDate } from "../../../lib/typed-date.ts";
import { HEADER_FIELDS, type HeaderField, isSent, type ReturnDraft, type ReturnLine } from "./draft.ts";
import type { DraftAction } from "./draft-actions.ts";

/** Why a field can't be taken: a reason of the contract, or one that only typing or the service's own words have. */
type ProblemReason = FieldIssue["reason"] | "ambiguous" | "refused";
export interface Problem {
  reason: ProblemReason;
  params: Record<string, string | number>;
}
export type LineProblems = Partial<Record<ColumnId, Problem>>;
type HeaderProblems = Partial<Record<HeaderField | "note", Problem>>;
export interface Problems {
  header: HeaderProblems;
  lines: Record<string, LineProblems>;
  /** By "row.field" of the typed references. */
  references: Record<string, Problem>;
  /** What found no place on the screen. */
  other: FieldIssue[];
}

export const NO_PROBLEMS: Problems = { header: {}, lines: {}, references: {}, other: [] };
const because = (reason: ProblemReason): Problem => ({ reason, params: {} });

/** What is typed wrong in a line. What is still missing is no problem while one types. */
export function typedWrong(line: ReturnLine): LineProblems {
  const problems: LineProblems = {};
  for (const { id, field, kind } of COLUMNS) {
    if (kind !== "decimal") continue;
    const typed = parseTypedDecimal(line[field]);
    if (typed.kind === "wrong") problems[id] = because(typed.reason);
    else if (typed.kind === "decimal" && typed.value.startsWith("-")) problems[id] = because("negative");
  }
  const production = parseTypedDate(line.productionAt, "firstDay");
  const expiry = parseTypedDate(line.expiryAt, "lastDay");
  if (production.kind === "wrong") problems.production = because("not_a_date");
  if (expiry.kind === "wrong") problems.expiry = because("not_a_date");
  if (production.kind === "date" && expiry.kind === "date" && expiry.value < production.value)
    problems.expiry = because("expiry_before_production");
  return problems;
}

function missing(line: ReturnLine): LineProblems {
  const problems: LineProblems = {};
  for (const { id, field, required } of COLUMNS)
    if (required && line[field].trim() === "") problems[id] = because("required");
  return problems;
}

/** Everything that would be refused, found before asking the engine. */
export function problemsBeforePosting(draft: ReturnDraft): Problems {
  const header: HeaderProblems = {};
  for (const field of HEADER_FIELDS) if (draft[field] === "") header[field] = because("required");
  const lines: Problems["lines"] = {};
  for (const line of draft.lines.filter(isSent)) {
    const problems = { ...missing(line), ...typedWrong(line) };
    if (Object.keys(problems).length > 0) lines[line.lineId] = problems;
  }
  return { header, lines, references: {}, other: [] };
}

/** Whether nothing stands in the way. */
export function isClear(problems: Problems): boolean {
  return [problems.header, problems.lines, problems.references, problems.other].every(
    (part) => Object.keys(part).length === 0,
  );
}

const HEADER: readonly string[] = [...HEADER_FIELDS, "note"];
const isHeader = (field: string): field is HeaderField | "note" => HEADER.includes(field);

/** Brings the engine's issues to the cells they belong to; `lineIds` are the posted lines in their order. */
export function problemsOfIssues(issues: readonly FieldIssue[], lineIds: readonly string[]): Problems {
  const problems: Problems = { header: {}, lines: {}, references: {}, other: [] };
  for (const issue of issues) {
    const problem: Problem = { reason: issue.reason, params: issue.params };
    const [, index, field] = /^lines\.(\d+)\.(\w+)/.exec(issue.field) ?? [];
    const lineId = lineIds[Number(index)];
    const column = field === undefined ? null : columnOfField(field);
    const reference = /^documentReferences\.(\d+\.\w+)/.exec(issue.field)?.[1];
    if (lineId !== undefined && column !== null)
      problems.lines[lineId] = { ...problems.lines[lineId], [column]: problem };
    else if (isHeader(issue.field)) problems.header[issue.field] = problem;
    else if (reference !== undefined) problems.references[reference] = problem;
    else problems.other.push(issue);
  }
  return problems;
}

export const isFieldReason = (reason: ProblemReason): reason is FieldIssue["reason"] =>
  FIELD_REASONS.some((known) => known === reason);

/** What is left of the problems once a cell was changed: its own is gone, and nothing else. The same where it had none. */
export function withoutLineProblem(problems: Problems, lineId: string, column: ColumnId): Problems {
  const found = problems.lines[lineId];
  if (found?.[column] === undefined) return problems;
  const { [column]: _gone, ...rest } = found;
  return { ...problems, lines: { ...problems.lines, [lineId]: rest } };
}

/** The same for a field of the header. */
export function withoutHeaderProblem(problems: Problems, field: HeaderField | "note"): Problems {
  if (problems.header[field] === undefined) return problems;
  const { [field]: _gone, ...header } = problems.header;
  return { ...problems, header };
}

const columnsChanged = (action: DraftAction): readonly [string, ColumnId][] => {
  if (action.type === "cell") {
    const column = columnOfField(action.field);
    return column === null ? [] : [[action.lineId, column]];
  }
  if (action.type === "chooseGoods")
    return (["product", "unit", "price"] as const).map((column) => [action.lineId, column]);
  if (action.type === "batch")
    return (["production", "expiry"] as const).map((column) => [action.lineId, column]);
  if (action.type === "chooseUnit")
    return (["unit", "price"] as const).map((column) => [action.lineId, column]);
  return [];
};

/** What is left of the problems after an action on the draft. The same object where it cures none. */
export function problemsAfter(problems: Problems, action: DraftAction): Problems {
  if (action.type === "header") return withoutHeaderProblem(problems, action.field);
  if (action.type === "appendPurchase")
    return withoutHeaderProblem(withoutHeaderProblem(problems, "supplierAccountId"), "currencyId");
  if (action.type === "references") return { ...problems, references: {} };
  return columnsChanged(action).reduce(
    (rest, [lineId, column]) => withoutLineProblem(rest, lineId, column),
    problems,
  );
}

/**
 * What is left of the problems after many fields changed at once: those of what is still the same. The same object where
 * no field had one.
 */
export function withoutChanged(problems: Problems, before: ReturnDraft, after: ReturnDraft): Problems {
  if (isClear({ ...problems, other: [] })) return problems;
  const old = new Set(before.lines);
  const same = new Set(after.lines.filter((line) => old.has(line)).map(({ lineId }) => lineId));
  const header = Object.entries(problems.header).filter(
    ([field]) => isHeader(field) && before[field] === after[field],
  );
  return {
    ...problems,
    header: Object.fromEntries(header),
    lines: Object.fromEntries(Object.entries(problems.lines).filter(([lineId]) => same.has(lineId))),
    references: before.references === after.references ? problems.references : {},
  };
}

/** The first cell, read as one reads, that has a problem. */
export function firstProblem(
  lines: readonly ReturnLine[],
  problems: Problems,
): { row: number; column: number } | null {
  for (const [row, { lineId }] of lines.entries()) {
    const column = COLUMNS.findIndex(({ id }) => problems.lines[lineId]?.[id] !== undefined);
    if (column !== -1) return { row, column };
  }
  return null;
}

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
