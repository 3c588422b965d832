/** The outbox with its sending history, the audit's chain, and what recoveries did to entries. */

import { DRAFT_KINDS, OUTCOMES } from "../../../../contract/channels/posting.ts";
import { HELD_REASONS } from "../../../../contract/channels/recovery.ts";
import { ENTRY_STATES, RESOLUTION_KINDS } from "../../../../contract/entry-states.ts";
import { LARGEST_FILE } from "../../../../contract/kept-file.ts";
import { OPERATION_KINDS } from "../../../../contract/operations.ts";
import { ROLES } from "../../../../contract/rights.ts";
import {
  between,
  checked,
  count,
  decimalText,
  dueTime,
  flag,
  hash,
  id,
  json,
  LONG,
  oneOf,
  type Rule,
  SHORT,
  table,
  textUpTo,
  time,
  WORDS,
  whole,
} from "./table.ts";

const valueOfMeta: Rule = (column) =>
  `length(${column}) <= ${WORDS} AND CASE key WHEN 'peopleRules' THEN is_people_rules(${column})
     WHEN 'recoveryCode' THEN is_secret(${column}) ELSE key NOT LIKE 'importMapping.%' OR json_valid(${column}) END`;
const secret: Rule = (column) => `${textUpTo(WORDS)(column)} AND is_secret(${column})`;
const fileName: Rule = (column) =>
  `length(${column}) BETWEEN 1 AND 255 AND instr(${column}, '/') = 0 AND instr(${column}, '\\') = 0
   AND ${column} NOT IN ('.', '..')`;
// JSON of a form that SQL can't describe: the functions are made by the check (`row-rules.ts`).
const recoveryText: Rule = (column) => `${textUpTo(LONG)(column)} AND is_recovery(${column})`;
const problem: Rule = (column) => `${textUpTo(LONG)(column)} AND is_problem(${column})`;

/** The table of small facts of the file. */
const metaTable = table(
  "meta",
  { key: ["TEXT PRIMARY KEY", textUpTo(SHORT)], value: ["TEXT NOT NULL", valueOfMeta] },
  { salvaged: false, options: "STRICT, WITHOUT ROWID" },
);

/** What an entry waits for under its key. Its index is found only by a condition that is written the same. */
export const unsettled = oneOf(["pending", "in_flight", "retry_wait", "outcome_unknown"]);

export const entryTable = table(
  "entry",
  {
    sequence: ["INTEGER PRIMARY KEY AUTOINCREMENT", id],
    entry_id: ["TEXT NOT NULL UNIQUE", textUpTo(SHORT)],
    kind: ["TEXT NOT NULL", oneOf(OPERATION_KINDS)],
    ordering_key: ["TEXT NOT NULL", textUpTo(WORDS)],
    tenant_id: ["ANY NOT NULL", whole],
    serial_no: ["TEXT COLLATE NOCASE", textUpTo(SHORT)],
    request_body: ["TEXT NOT NULL", textUpTo(LONG)],
    request_hash: ["TEXT NOT NULL", hash],
    state: ["TEXT NOT NULL", checked(ENTRY_STATES)],
    attempts: ["INTEGER NOT NULL DEFAULT 0", count],
    next_attempt_at: ["INTEGER NOT NULL DEFAULT 0", dueTime],
    last_outcome: ["TEXT", oneOf(OUTCOMES)],
    // JSON text of an `EntryProblem`, as an attempt's `detail`.
    last_error: ["TEXT", problem],
    answer_understood: ["INTEGER", flag],
    subject: ["TEXT NOT NULL", textUpTo(WORDS)],
    currency_id: ["TEXT", textUpTo(SHORT)],
    local_amount: ["TEXT", decimalText],
    created_at: ["INTEGER NOT NULL", time],
    changed_at: ["INTEGER NOT NULL", time],
    corrects_entry_id: ["TEXT", textUpTo(SHORT)],
    // Who entered it, to the service; as JSON text of a `PersonName` where people work here; and who approved that.
    user_id: ["ANY NOT NULL", whole],
    person: ["TEXT", json],
    approver: ["TEXT", json],
    corrected_by_entry_id: ["TEXT", textUpTo(SHORT)],
    resolution_kind: ["TEXT", oneOf(RESOLUTION_KINDS)],
    resolution_words: ["TEXT", textUpTo(WORDS)],
    resolution_person: ["TEXT", json],
    resolution_approver: ["TEXT", json],
    // 1: it waits to be sent again although it may have been applied, and only while the owner consents to that.
    by_consent: ["INTEGER NOT NULL DEFAULT 0 CHECK (by_consent IN (0, 1))", flag],
    // How long the service has asked it to wait, in all, in milliseconds.
    asked_ms: ["INTEGER NOT NULL DEFAULT 0", count],
  },
  {
    salvaged: false,
    also: `
CREATE INDEX entry_by_state ON entry(state, sequence);
CREATE INDEX entry_by_serial ON entry(serial_no, sequence) WHERE serial_no IS NOT NULL;
-- An entry waits for every unsettled one before it under its key.
CREATE INDEX entry_unsettled_by_key ON entry(ordering_key, sequence)
  WHERE ${unsettled("state")};
-- What may be claimed, in the order it is claimed; a pending entry's time is 0.
CREATE INDEX entry_due ON entry(next_attempt_at, sequence, ordering_key) WHERE state IN ('pending','retry_wait');
CREATE INDEX entry_tried_often ON entry(sequence) WHERE state = 'retry_wait' AND attempts >= 10;
CREATE INDEX entry_by_consent ON entry(sequence) WHERE state = 'retry_wait' AND by_consent = 1;
CREATE INDEX entry_asked_long ON entry(sequence) WHERE state = 'retry_wait' AND asked_ms > 3600000;
-- By their time, which is not the order of their sequence where the clock was wrong for a while.
CREATE INDEX entry_by_time ON entry(created_at, kind);
CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END;
`,
  },
);

/** How many entries are in each state, kept with every change so that the status costs the same at any size. */
const entryCountTable = table(
  "entry_count",
  { state: "TEXT PRIMARY KEY", n: "INTEGER NOT NULL" },
  {
    salvaged: false,
    options: "STRICT, WITHOUT ROWID",
    also: `
INSERT INTO entry_count (state, n) VALUES ${ENTRY_STATES.map((state) => `('${state}',0)`).join(",")};
CREATE TRIGGER entry_counted AFTER INSERT ON entry BEGIN
  UPDATE entry_count SET n = n + 1 WHERE state = NEW.state;
END;
CREATE TRIGGER entry_recounted AFTER UPDATE OF state ON entry WHEN OLD.state <> NEW.state BEGIN
  UPDATE entry_count SET n = n - 1 WHERE state = OLD.state;
  UPDATE entry_count SET n = n + 1 WHERE state = NEW.state;
END;
`,
  },
);

export const attemptTable = table(
  "attempt",
  {
    attempt_id: ["INTEGER PRIMARY KEY", id],
    sequence: "INTEGER NOT NULL REFERENCES entry(sequence)",
    started_at: ["INTEGER NOT NULL", time],
    ended_at: ["INTEGER", time],
    outcome: ["TEXT", oneOf(OUTCOMES)],
    http_status: ["INTEGER", between(0, 999)],
    response_body: ["TEXT", textUpTo(LONG)],
    answer_cut: ["INTEGER NOT NULL DEFAULT 0", flag],
    detail: ["TEXT", problem],
    counted: ["INTEGER NOT NULL DEFAULT 0", flag],
    // An answer's bytes, where its text isn't exactly them.
    response_bytes: ["BLOB", textUpTo(LONG)],
  },
  {
    salvaged: false,
    also: `
CREATE INDEX attempt_by_entry ON attempt(sequence, attempt_id);
CREATE INDEX attempt_accepted ON attempt(ended_at) WHERE outcome IN ('accepted','accepted_not_understood');
`,
  },
);

/**
 * Append-only also for a slip of the program itself. Its end is kept apart from it: what removes its newest rows
 * leaves the anchor pointing at nothing. A trigger moves the anchor, in the same transaction as the row.
 */
export const auditTable = table(
  "audit",
  {
    sequence: "INTEGER PRIMARY KEY",
    at: ["INTEGER NOT NULL", time],
    user_id: ["ANY NOT NULL", whole],
    device_id: ["TEXT NOT NULL", textUpTo(SHORT)],
    action: ["TEXT NOT NULL", textUpTo(SHORT)],
    subject: ["TEXT NOT NULL", textUpTo(WORDS)],
    details: ["TEXT NOT NULL", json],
    previous_hash: "TEXT NOT NULL",
    hash: "TEXT NOT NULL",
  },
  {
    salvaged: false,
    also: `
CREATE INDEX audit_by_time ON audit(at);
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
CREATE TRIGGER audit_anchored AFTER INSERT ON audit BEGIN
  INSERT INTO meta (key, value) VALUES ('auditAnchor', NEW.sequence || ' ' || NEW.hash)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value;
END;
`,
  },
);

export const draftTable = table("draft", {
  draft_id: ["TEXT PRIMARY KEY", textUpTo(SHORT)],
  kind: ["TEXT NOT NULL", oneOf(DRAFT_KINDS)],
  content: ["TEXT NOT NULL", textUpTo(LONG)],
  updated_at: ["INTEGER NOT NULL", time],
  // JSON text of a `PersonName`: whose it is, and whose it was before they took it over.
  person: ["TEXT", json],
  taken_from: ["TEXT", json],
});

/** The people of the connection. Who was removed stays, for what they entered. */
export const personTable = table("person", {
  person_id: ["TEXT PRIMARY KEY", textUpTo(SHORT)],
  name: ["TEXT NOT NULL", textUpTo(WORDS)],
  user_id: ["ANY NOT NULL", whole],
  role: ["TEXT NOT NULL", checked(ROLES)],
  // JSON text of a `SecretHash`; null: they can't sign in yet.
  pin: ["TEXT", secret],
  active: ["INTEGER NOT NULL", flag],
  // Tries since the last right one.
  wrong_pins: ["INTEGER NOT NULL DEFAULT 0", count],
  // How often the row was written: a recovery knows the newer of two by it, whatever the clock says.
  writes: ["INTEGER NOT NULL DEFAULT 1", count],
});

/** Which entry a draft, or a posting of that id, became, so that the same again is no second entry. */
const postedDraftTable = table(
  "posted_draft",
  {
    draft_id: "TEXT UNIQUE",
    posting_id: "TEXT UNIQUE",
    input_hash: "TEXT NOT NULL",
    sequence: "INTEGER NOT NULL REFERENCES entry(sequence)",
  },
  { key: "CHECK ((draft_id IS NULL) <> (posting_id IS NULL))" },
);

/** Which file a document reference of an entry is. The file itself lies in the profile, under its hash. */
const keptFileTable = table(
  "kept_file",
  {
    sequence: "INTEGER NOT NULL REFERENCES entry(sequence)",
    position: ["INTEGER NOT NULL", between(0, WORDS)],
    sha256: ["TEXT NOT NULL", hash],
    name: ["TEXT NOT NULL", fileName],
    bytes: ["INTEGER NOT NULL", between(1, LARGEST_FILE)],
  },
  { key: "PRIMARY KEY (sequence, position)", options: "STRICT, WITHOUT ROWID" },
);

/** What was done when a file was damaged, missing or a backup was loaded. */
export const recoveryTable = table("recovery", {
  recovery_id: ["INTEGER PRIMARY KEY", id],
  at: ["INTEGER NOT NULL", time],
  kind: ["TEXT NOT NULL", checked(["damaged", "missing", "rolled_back", "restored", "profile"])],
  reason: ["TEXT NOT NULL", textUpTo(WORDS)],
  details: ["TEXT NOT NULL", recoveryText],
  decision: ["TEXT", checked(["not_used_since", "may_have_sent"])],
  decided_at: ["INTEGER", time],
  seen_at: ["INTEGER", time],
});

/**
 * What became of each entry by a recovery. `held` marks one whose sending is a person's decision, whatever the owner's
 * policy says: nobody knows whether the service has it.
 */
export const recoveryEntryTable = table(
  "recovery_entry",
  {
    recovery_id: "INTEGER NOT NULL REFERENCES recovery(recovery_id)",
    sequence: "INTEGER NOT NULL REFERENCES entry(sequence)",
    origin: ["TEXT NOT NULL", checked(["backup", "file", "both"])],
    state_before: ["TEXT", oneOf(ENTRY_STATES)],
    state_after: ["TEXT NOT NULL", oneOf(ENTRY_STATES)],
    reason: ["TEXT", checked(HELD_REASONS)],
    held: "INTEGER NOT NULL CHECK (held IN (0, 1))",
  },
  {
    key: "PRIMARY KEY (recovery_id, sequence)",
    options: "STRICT, WITHOUT ROWID",
    also: "CREATE INDEX recovery_entry_held ON recovery_entry(sequence) WHERE held = 1;",
  },
);

/** Rows that could be read but belong to nothing any more: kept, never thrown away. */
const recoveryRowTable = table("recovery_row", {
  recovery_id: "INTEGER NOT NULL REFERENCES recovery(recovery_id)",
  source: "TEXT NOT NULL",
  row: "TEXT NOT NULL",
});

/**
 * The sheets of the end of a day: numbered without a gap, each bound to the one before by its hash. What was decided on a
 * day is read from the audit by its time.
 */
export const daySheetTable = table(
  "day_sheet",
  {
    number: ["INTEGER PRIMARY KEY", id],
    day: ["TEXT NOT NULL", textUpTo(SHORT)],
    // Whose it is; null: everybody's.
    person_id: ["TEXT", textUpTo(SHORT)],
    made_at: ["INTEGER NOT NULL", time],
    replaces: ["INTEGER", id],
    content: ["TEXT NOT NULL", json],
    previous_hash: ["TEXT NOT NULL", hash],
    hash: ["TEXT NOT NULL", hash],
  },
  {
    also: `
CREATE INDEX day_sheet_by_day ON day_sheet(day, person_id, number);
CREATE TRIGGER day_sheet_no_update BEFORE UPDATE ON day_sheet
  BEGIN SELECT RAISE(ABORT, 'a day sheet is never changed'); END;
CREATE TRIGGER day_sheet_no_delete BEFORE DELETE ON day_sheet
  BEGIN SELECT RAISE(ABORT, 'a day sheet is never deleted'); END;
`,
  },
);

export const ENTRY_TABLES = [
  ...[
    metaTable,
    entryTable,
    entryCountTable,
    attemptTable,
    auditTable,
    draftTable,
    personTable,
    postedDraftTable,
    keptFileTable,
  ],
  ...[recoveryTable, recoveryEntryTable, recoveryRowTable, daySheetTable],
];
