/** What keeps a return from being posted, as found on this screen, by the engine and by the service. */
import { FIELD_REASONS } from "../../../../contract/codes.ts";
import type { FieldIssue } from "../../../../contract/reply.ts";
import { COLUMNS, type ColumnId, columnOfField, type LineColumn } from "../../../../contract/return-line.ts";
import { type FieldPath, namedFieldPaths } from "../../../lib/field-paths.ts";
import {
  HEADER_FIELDS,
  type HeaderField,
  isSent,
  type ReturnDraft,
  type ReturnLine,
  readField,
} from "./draft.ts";

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
  for (const column of COLUMNS) {
    const { id, field, kind, most }: LineColumn & { most?: number } = column;
    const read = readField(kind, line[field]);
    if (read.kind === "wrong") problems[id] = because(read.reason);
    else if (read.kind === "value" && kind === "decimal" && read.value.startsWith("-"))
      problems[id] = because("negative");
    else if (most !== undefined && line[field].length > most)
      problems[id] = { reason: "too_long", params: { max: most } };
  }
  const production = readField("productionDate", line.productionAt);
  const expiry = readField("expiryDate", line.expiryAt);
  if (production.kind === "value" && expiry.kind === "value" && expiry.value < production.value)
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

/** Whether there is no problem. */
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

/** A record without some of its parts; the same object where it had none of them. */
function without<Part extends object>(parts: Part, isGone: (name: string) => boolean): Part {
  const left = { ...parts };
  for (const name in left) if (isGone(name)) delete left[name];
  return Object.keys(left).length === Object.keys(parts).length ? parts : left;
}

const byId = ({ lines }: ReturnDraft) => new Map(lines.map((line) => [line.lineId, line]));

/** What is left of the problems after a change: those of fields that are still the same. The same object where it cures none. */
export function problemsAfter(problems: Problems, before: ReturnDraft, after: ReturnDraft): Problems {
  const header = without(problems.header, (field) => isHeader(field) && before[field] !== after[field]);
  const references = without(problems.references, () => before.references !== after.references);
  let { lines } = problems;
  if (before.lines !== after.lines && Object.keys(lines).length > 0) {
    const [old, now] = [byId(before), byId(after)];
    for (const [lineId, found] of Object.entries(lines)) {
      const [was, line] = [old.get(lineId), now.get(lineId)];
      if (was === undefined || line === undefined || was === line) continue;
      const changed = COLUMNS.filter(({ field }) => was[field] !== line[field]);
      const left = without(found, (id) => changed.some((column) => column.id === id));
      const { [lineId]: _before, ...others } = lines;
      if (left !== found) lines = Object.keys(left).length === 0 ? others : { ...others, [lineId]: left };
    }
  }
  return header === problems.header && references === problems.references && lines === problems.lines
    ? problems
    : { ...problems, header, references, lines };
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

/** The first field named, one of a line before one of the header; null where none is. The keyboard goes there first. */
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
