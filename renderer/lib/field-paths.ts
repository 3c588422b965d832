/**
 * Which words of a refusal name a field of the request, as the interface spells it (sections 2.1 to 2.4 and 4). How a
 * service words a refusal is not shown, so nothing else of it is understood: all other text stays as it came.
 */
import { OPERATIONS, type OperationKind, type RestoreField } from "../../contract/operations.ts";
import { productInput, type RequestField } from "../../contract/return-line.ts";
import { documentReferenceWithDevice } from "../../contract/service/requests.ts";

export type ReferenceFieldName = keyof typeof documentReferenceWithDevice.shape;
type Operations = typeof OPERATIONS;
type Shapes = { [Kind in OperationKind]: keyof Operations[Kind]["request"]["shape"] };
/**
 * The lists are places themselves; the elements of `transfers` are not shown, so nobody names one. The ids of a restore
 * have their names in the table of operations.
 */
export type HeaderFieldName = Exclude<
  Shapes["purchaseReturn" | "taxVoucher"],
  "tenantTransactionProductInputs" | "documentReferences" | "transfers"
>;

export type FieldPath =
  /** A line, from 1; null: the lines as a whole. The field is null where the line as a whole is named. */
  | { at: "line"; number: number | null; field: RequestField | null }
  | { at: "reference"; number: number | null; field: ReferenceFieldName | null }
  | { at: "header"; field: HeaderFieldName }
  | { at: "restored"; field: RestoreField };

type WordsPart = string | { raw: string; path: FieldPath };

const LISTS = ["tenantTransactionProductInputs", "documentReferences"] as const;
const NOT_FIELDS: readonly string[] = [...LISTS, "transfers"];

/** A whole path: neither a part of a longer word nor of a deeper path. */
const PATH =
  /(?<![\p{L}\p{N}_.])([a-z][A-Za-z]*)(?:[.[/](\d{1,6})\]?(?:[./](\w+))?)?(?![\p{L}\p{N}_]|[.[/][\p{L}\p{N}_])/gu;
/** Where a field that is also an everyday word is a name: "status: is not known". */
const BEFORE_A_NAME = /(?:^|[:;,.]\s+)$/;

function inList<Name extends string>(
  shape: Readonly<Record<Name, unknown>>,
  index: string | undefined,
  field: string | undefined,
): { number: number | null; field: Name | null } | null {
  const isKnown = (name: string): name is Name => Object.hasOwn(shape, name);
  const number = index === undefined ? null : Number(index) + 1;
  if (field === undefined) return { number, field: null };
  return isKnown(field) ? { number, field } : null;
}

function headerField(kind: OperationKind, name: string): FieldPath | null {
  const key = OPERATIONS[kind].restores?.keys.find(({ sentAs }) => sentAs === name);
  if (key !== undefined) return { at: "restored", field: key.input };
  const isKnown = (field: string): field is HeaderFieldName =>
    Object.hasOwn(OPERATIONS[kind].request.shape, field) && !NOT_FIELDS.includes(field);
  return isKnown(name) ? { at: "header", field: name } : null;
}

function pathOf(kind: OperationKind, match: RegExpExecArray): FieldPath | null {
  const [raw, name = "", index, inner] = match;
  const shape = OPERATIONS[kind].request.shape;
  if (name === "tenantTransactionProductInputs" && Object.hasOwn(shape, name)) {
    const found = inList(productInput.shape, index, inner);
    return found === null ? null : { at: "line", ...found };
  }
  if (name === "documentReferences" && Object.hasOwn(shape, name)) {
    const found = inList(documentReferenceWithDevice.shape, index, inner);
    return found === null ? null : { at: "reference", ...found };
  }
  const path = index === undefined ? headerField(kind, name) : null;
  if (path === null || /[A-Z]/.test(name)) return path;
  const asName =
    BEFORE_A_NAME.test(match.input.slice(0, match.index)) && match.input[match.index + raw.length] === ":";
  return asName ? path : null;
}

/** The words, cut where they name a known field of the request they refuse. Joined, the raw parts are the words. */
export function namedFieldPaths(words: string, kind: OperationKind): WordsPart[] {
  const parts: WordsPart[] = [];
  let from = 0;
  for (const match of words.matchAll(PATH)) {
    const path = pathOf(kind, match);
    if (path === null) continue;
    if (match.index > from) parts.push(words.slice(from, match.index));
    parts.push({ raw: match[0], path });
    from = match.index + match[0].length;
  }
  if (from < words.length) parts.push(words.slice(from));
  return parts;
}
