/** A typed return to what the posting channel takes, and a frozen request body to a draft again. */

import type { EntryDetail } from "../../../../contract/channels/posting.ts";
import type { ChannelInput } from "../../../../contract/channels.ts";
import { parseExactJson } from "../../../../contract/exact-json.ts";
import { byField, COLUMNS, type LineColumn, type LineField } from "../../../../contract/return-line.ts";
import { purchaseReturnBody } from "../../../../contract/service/requests.ts";
import {
  type EntryFiles,
  referenceInput,
  referenceRowsOf,
  typedReferences,
} from "../../../features/references/reference-rows.ts";
import { isSent, type ReturnDraft, type ReturnLine, readField } from "./draft.ts";
import { referencesFor } from "./draft-actions.ts";

type OwnColumn = Exclude<LineColumn, { sentIn: string }>;
type Nullable = Extract<OwnColumn, { whenEmpty: null }>;

const placeOf = ({ field, sentIn = field }: { field: LineField; sentIn?: LineField }) => sentIn;
/** The columns of which the interface has a field. */
const OWN = COLUMNS.filter((column): column is OwnColumn => placeOf(column) === column.field);
const NULLABLE = OWN.filter((column): column is Nullable => column.whenEmpty === null);
const FILLED = OWN.filter((column): column is Exclude<OwnColumn, Nullable> => column.whenEmpty !== null);

/** Text that can't be read goes as it was typed, so that the refusal names it. */
function sentText({ kind, field }: LineColumn, line: ReturnLine): string {
  const read = readField(kind, line[field]);
  return read.kind === "value" ? read.value : read.kind === "empty" ? "" : line[field];
}

/** By a field of the request the columns it is made of: its own, and those that the interface has no field for. */
const SENT_IN = new Map(
  OWN.map(({ field }) => [field, COLUMNS.filter((column) => placeOf(column) === field)] as const),
);

/** A field of the request. Asked for each field of up to 5,000 lines right after a key: so without arrays in between. */
function sentIn({ field }: OwnColumn, line: ReturnLine): string {
  let sent = "";
  for (const column of SENT_IN.get(field) ?? []) {
    const text = sentText(column, line);
    if (text !== "") sent = sent === "" ? text : `${sent}, ${text}`;
  }
  return sent;
}

const lineInput = (line: ReturnLine) => ({
  ...byField(FILLED, (column) => sentIn(column, line) || column.whenEmpty),
  ...byField(NULLABLE, (column) => sentIn(column, line) || null),
  ...(line.purchaseLine === undefined ? {} : { purchaseLine: line.purchaseLine }),
});

/**
 * The input, and the lines it holds in their order. Lines of which nothing is typed are left out, and lines of purchases
 * without a quantity, with the references of purchases that only they name.
 */
export function postInput(draft: ReturnDraft): {
  input: ChannelInput<"purchaseReturn.post">;
  lineIds: string[];
} {
  const lines = draft.lines.filter(isSent);
  return {
    lineIds: lines.map(({ lineId }) => lineId),
    input: {
      currencyId: draft.currencyId,
      storeId: draft.storeId,
      supplierAccountId: draft.supplierAccountId,
      cashOrBankAccountId: draft.cashOrBankAccountId,
      note: draft.note,
      lines: lines.map(lineInput),
      documentReferences: typedReferences(referencesFor(draft, lines)).map(referenceInput),
      draftId: draft.draftId,
      ...(draft.corrects === null ? {} : { corrects: draft.corrects }),
    },
  };
}

type PurchaseLines = EntryDetail["purchaseLines"];

interface Made {
  draftId: string;
  /**
   * The entry whose body this is, and that the draft replaces; null for a copy that replaces none. A copy takes
   * no document references: those papers belong to the past return.
   */
  corrects: string | null;
  newId: () => string;
  /** The files of that entry's references. */
  files: EntryFiles;
  /** Which of that entry's lines give back which lines of purchases; none of a copy's do. */
  purchaseLines: PurchaseLines;
}

/** What is sent where nothing is typed is nothing typed again. */
const typedText = (value: string | number | null, { whenEmpty }: OwnColumn): string =>
  value === null || value === whenEmpty ? "" : String(value);

const namedBy = (of: Omit<PurchaseLines[number], "line"> | undefined) =>
  of === undefined
    ? {}
    : {
        purchaseLine: {
          documentNo: of.documentNo,
          supplierAccountId: String(of.supplierAccountId),
          row: String(of.row),
        },
      };

/** Reads a frozen request body digit for digit. Throws where it is not a purchase return. */
export function draftOfBody(
  requestBody: string,
  { draftId, corrects, newId, files, purchaseLines }: Made,
): ReturnDraft {
  const purchaseLineOf = new Map(purchaseLines.map(({ line, ...of }) => [line, of]));
  const body = purchaseReturnBody.parse(parseExactJson(requestBody));
  return {
    version: 1,
    draftId,
    corrects,
    supplierAccountId: String(body.supplierAccountId),
    cashOrBankAccountId: String(body.cashOrBankAccountId),
    storeId: String(body.storeId),
    currencyId: body.currencyId,
    note: body.note,
    references: corrects === null ? [] : referenceRowsOf(body.documentReferences, files, newId),
    lines: body.tenantTransactionProductInputs.map((line, at) => ({
      lineId: newId(),
      ...byField(COLUMNS, () => ""),
      ...byField(OWN, (column) => typedText(line[column.field], column)),
      priceTyped: true,
      scanned: false,
      ...namedBy(purchaseLineOf.get(at)),
    })),
  };
}
