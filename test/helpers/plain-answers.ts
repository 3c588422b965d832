/** Answers in which nothing is special, for screens that are drawn of them. */
import type { RecoveryReport } from "../../contract/channels/recovery.ts";
import type { ChannelOutput } from "../../contract/channels.ts";
import { NOTHING_SALVAGED } from "../../main/engine/file/recovery/recovery-report.ts";

/** Of a CSV file that was read without a question, and has no row. */
export const PLAIN_PREVIEW: ChannelOutput<"referenceData.preview"> = {
  fileType: "csv",
  bytes: 1,
  delimiter: "comma",
  encoding: "utf8",
  encodings: [],
  numbers: "point",
  numberExamples: [],
  words: [],
  continues: null,
  unknownRecords: [],
  countedRows: null,
  undecided: [],
  headerRow: 1,
  headRows: [],
  mappedBy: "guessed",
  guessed: [],
  askedColumns: [],
  sheets: [],
  sheet: null,
  header: [],
  columnCount: 3,
  mapping: {},
  columns: [],
  missing: [],
  rows: [],
  broken: null,
};

/** Of a return that was entered here and that no answer is known of. */
export const PLAIN_DOCUMENT: ChannelOutput<"documents.get"> = {
  document: {
    serialNo: "6c1f0f6e-0000-4000-8000-000000000001",
    kind: "purchaseReturn",
    note: "",
    currencyId: "YER",
    localAmount: "1",
    serviceAmount: null,
    serviceStatus: null,
    state: null,
    correctedByEntryId: null,
    confirmedByStaff: false,
    subject: "Hadramout Foods",
    createdAt: "2026-03-01T08:00:00.000Z",
  },
  transaction: null,
  transfers: [],
  balances: [],
  products: [],
  requests: [],
  logs: [],
  storages: [],
  rawAnswer: null,
  rawAnswerBase64: null,
  requestBody: null,
  notes: [],
  answeredAt: null,
  entries: [],
  balanceChanges: [],
};

/** Of a damaged file whose entries were all in it still. */
export const PLAIN_REPORT: RecoveryReport = {
  recoveryId: 3,
  at: "2026-05-02T07:30:00.000Z",
  kind: "damaged",
  reason: "",
  details: {
    ...NOTHING_SALVAGED,
    base: "file",
    fileReadable: true,
    entries: { ...NOTHING_SALVAGED.entries, all: 9 },
  },
  decision: null,
  needsDecision: false,
  waiting: 0,
  seen: false,
  entries: [],
};
