/** What stands on the checklist of unknown outcomes. Pure. */
import type { EntryDetail } from "../../contract/channels/posting.ts";
import type { ChecklistContent, PrintNames } from "../../contract/channels/printing.ts";
import { parseExactJson } from "../../contract/exact-json.ts";
import { idsSent, OPERATIONS, type OperationKind, restoreOf, shownIds } from "../../contract/operations.ts";
import { purchaseReturnBody, taxVoucherBody } from "../../contract/service/requests.ts";
import type { Named } from "./slip-model.ts";

export interface ChecklistAttempt {
  number: number;
  startedAt: string;
  outcome: EntryDetail["attempts"][number]["outcome"];
  httpStatus: number | null;
}

export interface ChecklistEntry {
  number: number;
  entryId: string;
  kind: OperationKind;
  /** What it is about, for people. */
  subject: string;
  enteredAt: string;
  serialNo: string | null;
  currencyId: string | null;
  amount: string | null;
  note: string;
  /** How many lines a return has. */
  lines: number | null;
  supplier: Named | null;
  /** The ids that a restore names, as the service spells them. */
  record: string | null;
  userId: string | null;
  attempts: ChecklistAttempt[];
  lastProblem: EntryDetail["lastProblem"];
}

type FromBody = Pick<ChecklistEntry, "note" | "lines" | "supplier" | "record" | "userId">;

const nothingMore: FromBody = { note: "", lines: null, supplier: null, record: null, userId: null };

function fromBody({ kind, requestBody }: EntryDetail, names: PrintNames): FromBody {
  const sent = parseExactJson(requestBody);
  switch (kind) {
    case "purchaseReturn": {
      const body = purchaseReturnBody.parse(sent);
      const id = String(body.supplierAccountId);
      return {
        note: body.note,
        lines: body.tenantTransactionProductInputs.length,
        supplier: { id, name: names.accounts[id] ?? null },
        record: null,
        userId: String(body.creatorUserId),
      };
    }
    case "taxVoucher": {
      const body = taxVoucherBody.parse(sent);
      return { ...nothingMore, note: body.note, userId: String(body.creatorUserId) };
    }
    default: {
      const { list } = OPERATIONS[kind].restores;
      return { ...nothingMore, record: shownIds(idsSent(list, restoreOf(list).request.parse(sent))) };
    }
  }
}

/** One block for each entry, in the order they were entered. */
export const checklistModel = ({ entries, names }: ChecklistContent): ChecklistEntry[] =>
  entries.map((entry, index) => ({
    number: index + 1,
    entryId: entry.entryId,
    kind: entry.kind,
    subject: entry.subject,
    enteredAt: entry.createdAt,
    serialNo: entry.serialNo,
    currencyId: entry.currencyId,
    amount: entry.localAmount,
    attempts: entry.attempts.map(({ startedAt, outcome, httpStatus }, at) => ({
      number: at + 1,
      startedAt,
      outcome,
      httpStatus,
    })),
    lastProblem: entry.lastProblem,
    ...fromBody(entry, names),
  }));
