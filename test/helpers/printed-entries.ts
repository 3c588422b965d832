/** Entries as the engine answers them, for the tests of what is printed. */
import type { DaySheet } from "../../contract/channels/day-sheets.ts";
import type { Attempt, EntryDetail } from "../../contract/channels/posting.ts";
import type {
  ChecklistContent,
  DaySheetContent,
  PrintNames,
  SlipContent,
  StatementContent,
} from "../../contract/channels/printing.ts";
import type { PersonName } from "../../contract/rights.ts";
import { defaultSettings } from "../../main/shell/settings.ts";

export const SERIAL = "6c1f0f6e-0000-4000-8000-000000000001";
const DEVICE = "11111111-1111-4111-8111-111111111111";
const AT = "2026-03-09T10:00:00.000Z";

/** A request body as text, its numbers spelled out. */
export const returnBody = (fields: { note?: string; lines?: string[] } = {}): string =>
  `{"tenantId":7001,"serialNo":"${SERIAL}","currencyId":"YER","storeId":1,"supplierAccountId":1101,` +
  `"cashOrBankAccountId":2001,"note":${JSON.stringify(fields.note ?? "")},` +
  `"tenantTransactionProductInputs":[${(fields.lines ?? [lineText("0.1", "3")]).join(",")}],"transfers":[],` +
  `"status":null,"createdAt":"${AT}","creatorUserId":501,"creatorDeviceId":"${DEVICE}","documentReferences":[]}`;

export const lineText = (price: string, quantity: string, productId = "1001"): string =>
  `{"productId":${productId},"measureUnitId":1,"productionAt":null,"expiryAt":null,"price":${price},` +
  `"quantity":${quantity},"freeQuantity":0,"receivedQuantity":0,"description":null}`;

export const voucherBody = (amount: string): string =>
  `{"tenantId":7001,"serialNo":"${SERIAL}","currencyId":"OMR","amount":${amount},"note":"Fee","status":1,` +
  `"updatedAt":"${AT}","creatorUserId":501,"creatorDeviceId":"${DEVICE}","documentReferences":[],"deviceId":"${DEVICE}"}`;

export const attempt = (fields: Partial<Attempt> = {}): Attempt => ({
  startedAt: AT,
  endedAt: AT,
  outcome: "answer_lost",
  httpStatus: null,
  responseBody: null,
  responseBase64: null,
  answerCut: false,
  problem: null,
  counted: true,
  ...fields,
});

export const entry = (fields: Partial<EntryDetail> = {}): EntryDetail => ({
  entryId: "00000000-0000-4000-8000-000000000001",
  sequence: 1,
  person: null,
  approver: null,
  kind: "purchaseReturn",
  serialNo: SERIAL,
  state: "pending",
  needsAttention: false,
  lastProblem: null,
  lastError: null,
  createdAt: AT,
  purchaseLines: [],
  nextAttemptAt: null,
  subject: "Hadramout",
  currencyId: "YER",
  localAmount: "0.3",
  answerUnderstood: null,
  correctsEntryId: null,
  correctedByEntryId: null,
  confirmedByStaff: false,
  tenantId: 7001,
  orderingKey: "purchaseReturn",
  method: "POST",
  path: "/x",
  requestBody: returnBody(),
  requestHash: "00",
  attempts: [],
  attemptCount: 0,
  resolution: null,
  replaceable: true,
  ...fields,
});

export const SALMA: PersonName = {
  personId: "22222222-2222-4222-8222-222222222222",
  name: "Salma",
  userId: 502,
};
export const OMAR: PersonName = {
  personId: "33333333-3333-4333-8333-333333333333",
  name: "Omar",
  userId: 503,
};

export const NAMES: PrintNames = {
  accounts: { 1101: "Hadramout", 2001: "Counter cash" },
  stores: { 1: "Main store" },
  products: { 1001: "Rice" },
  measureUnits: { 1: "Piece" },
  currencyDigits: { YER: 2, OMR: 3 },
};

const surroundings = {
  settings: defaultSettings("en"),
  names: NAMES,
  practice: false,
  tenantId: 7001,
  userId: 501,
  madeAt: AT,
};

export const slip = (fields: Partial<EntryDetail> = {}): SlipContent => ({
  kind: "slip",
  paper: "a4",
  entry: entry(fields),
  check: { code: null, why: "noKeyring" },
  ...surroundings,
});

export const checklist = (
  entries: EntryDetail[],
  form: ChecklistContent["form"] = "pages",
): ChecklistContent => ({
  kind: "checklist",
  form,
  entries,
  ...surroundings,
});

/** A sheet of a day with one return, one discard and a long-open entry. */
export const daySheet = (fields: Partial<DaySheet> = {}): DaySheet => ({
  format: 1,
  number: 12,
  day: "2026-03-09",
  madeAt: AT,
  tenantId: 7001,
  userId: 501,
  madeBy: null,
  deviceId: DEVICE,
  of: null,
  replaces: null,
  replacedBy: null,
  entered: [
    { kind: "purchaseReturn", userId: 501, person: null, currencyId: "YER", entries: 3, amount: "18005.25" },
  ],
  states: [
    { kind: "purchaseReturn", state: "confirmed", currencyId: "YER", entries: 2, amount: "18000" },
    { kind: "purchaseReturn", state: "unknown", currencyId: "YER", entries: 1, amount: "5.25" },
  ],
  open: { unsent: 0, unknown: 1, refused: 0, oldestAt: "2026-03-07T10:00:00.000Z" },
  corrections: [],
  discards: [
    {
      at: AT,
      userId: 501,
      person: null,
      approver: null,
      entryId: "00000000-0000-4000-8000-000000000009",
      kind: "purchaseReturn",
      serialNo: SERIAL,
      subject: "Hadramout",
      currencyId: "YER",
      amount: "7",
      words: "typed twice",
    },
  ],
  confirmedByStaff: [],
  counts: { corrections: 0, discards: 3, confirmedByStaff: 0 },
  hash: "cd".repeat(32),
  previousHash: "ab".repeat(32),
  ...fields,
});

export const dayPrint = (fields: Partial<DaySheet> = {}): DaySheetContent => ({
  kind: "daySheet",
  paper: "a4",
  sheet: daySheet(fields),
  ...surroundings,
});
const OTHER_SERIAL = "6c1f0f6e-0000-4000-8000-000000000002";
const LATER = "2026-03-10T10:00:00.000Z";

/** Of a supplier with one return that is confirmed and one that is not. */
export const statement = (
  fields: Partial<StatementContent> = {},
  known: Partial<StatementContent["statement"]> = {},
): StatementContent => ({
  kind: "statement",
  paper: "a4",
  form: "pages",
  from: "2026-03-01",
  to: null,
  statement: {
    account: { accountId: 1101, name: "Hadramout" },
    rows: [
      {
        serialNo: OTHER_SERIAL,
        at: LATER,
        note: "",
        person: null,
        state: "pending",
        correctedByEntryId: null,
        confirmedByStaff: false,
        currencyId: "YER",
        amount: "12",
        service: null,
        difference: null,
      },
      {
        serialNo: SERIAL,
        at: AT,
        note: "Torn bags",
        person: null,
        state: "confirmed",
        correctedByEntryId: null,
        confirmedByStaff: false,
        currencyId: "YER",
        amount: "0.3",
        service: { amount: "0.35", currencyId: "YER", at: LATER },
        difference: "0.05",
      },
    ],
    cursor: null,
    totals: [
      { currencyId: "YER", returns: 1, amount: "0.3", service: "0.35", difference: "0.05", notCompared: 0 },
    ],
    moreToSum: false,
    balances: [
      {
        currencyId: "YER",
        before: { amount: "100", at: AT, serialNo: null },
        points: [{ amount: "99.65", at: LATER, serialNo: SERIAL }],
        more: false,
        change: "-0.35",
      },
    ],
    unsent: [{ currencyId: "YER", returns: 1, amount: "12", oldestAt: LATER }],
    moreUnsent: false,
    ...known,
  },
  ...surroundings,
  ...fields,
});
