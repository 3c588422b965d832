/**
 * The outbox, its sending history, the audit chain, documents, drafts, and the mirror of what the service answers.
 *
 * Ids are `ANY`: a whole number beyond 2^53 is kept as its digits, every other as an integer. Decimals are
 * text. Times of this counter are milliseconds since 1970; the service's own timestamps stay text.
 */
export const foundation = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE entry (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  entry_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  ordering_key TEXT NOT NULL,
  tenant_id ANY NOT NULL,
  serial_no TEXT COLLATE NOCASE,
  request_body TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN
    ('pending','in_flight','retry_wait','outcome_unknown','dead_letter','confirmed','discarded')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER NOT NULL DEFAULT 0,
  last_outcome TEXT,
  last_error TEXT,
  answer_understood INTEGER,
  subject TEXT NOT NULL,
  currency_id TEXT,
  local_amount TEXT,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  corrects_entry_id TEXT,
  corrected_by_entry_id TEXT,
  resolution_kind TEXT,
  resolution_words TEXT
) STRICT;
CREATE INDEX entry_by_state ON entry(state, sequence);
CREATE INDEX entry_by_serial ON entry(serial_no, sequence) WHERE serial_no IS NOT NULL;
-- Who stands before whom: an entry waits for every unsettled one before it under its key.
CREATE INDEX entry_unsettled_by_key ON entry(ordering_key, sequence)
  WHERE state IN ('pending','in_flight','retry_wait','outcome_unknown');
-- What may be claimed, in the order it is claimed; a pending entry's time is 0.
CREATE INDEX entry_due ON entry(next_attempt_at, sequence, ordering_key) WHERE state IN ('pending','retry_wait');
CREATE INDEX entry_tried_often ON entry(sequence) WHERE state = 'retry_wait' AND attempts >= 10;

-- How many entries stand in each state, kept with every change so that the status costs the same at any size.
CREATE TABLE entry_count (state TEXT PRIMARY KEY, n INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO entry_count (state, n) VALUES ('pending',0),('in_flight',0),('retry_wait',0),('outcome_unknown',0),
  ('dead_letter',0),('confirmed',0),('discarded',0);
CREATE TRIGGER entry_counted AFTER INSERT ON entry BEGIN
  UPDATE entry_count SET n = n + 1 WHERE state = NEW.state;
END;
CREATE TRIGGER entry_recounted AFTER UPDATE OF state ON entry WHEN OLD.state <> NEW.state BEGIN
  UPDATE entry_count SET n = n - 1 WHERE state = OLD.state;
  UPDATE entry_count SET n = n + 1 WHERE state = NEW.state;
END;

CREATE TABLE attempt (
  attempt_id INTEGER PRIMARY KEY,
  sequence INTEGER NOT NULL REFERENCES entry(sequence),
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  outcome TEXT,
  http_status INTEGER,
  response_body TEXT,
  answer_cut INTEGER NOT NULL DEFAULT 0,
  detail TEXT,
  counted INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX attempt_by_entry ON attempt(sequence, attempt_id);
CREATE INDEX attempt_accepted ON attempt(ended_at) WHERE outcome IN ('accepted','accepted_not_understood');

CREATE TABLE audit (
  sequence INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  user_id ANY NOT NULL,
  device_id TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  details TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
-- Append-only also for a slip of the program itself.
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END;

CREATE TABLE document (
  serial_no TEXT PRIMARY KEY COLLATE NOCASE,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  note TEXT NOT NULL,
  currency_id TEXT,
  local_amount TEXT,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  last_sequence INTEGER REFERENCES entry(sequence),
  service_amount TEXT,
  service_status ANY,
  answered_at INTEGER
) STRICT;
CREATE INDEX document_by_time ON document(created_at, serial_no);

CREATE TABLE restore_record (
  record_key TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  last_sequence INTEGER NOT NULL REFERENCES entry(sequence),
  answer TEXT,
  answered_at INTEGER
) STRICT;

CREATE TABLE draft (
  draft_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  content TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- The whole answer as it came, newest for each serial number.
CREATE TABLE transaction_answer (
  serial_no TEXT PRIMARY KEY COLLATE NOCASE,
  sequence INTEGER NOT NULL REFERENCES entry(sequence),
  answered_at INTEGER NOT NULL,
  raw TEXT NOT NULL
) STRICT;

CREATE TABLE voucher (
  serial_no TEXT PRIMARY KEY COLLATE NOCASE,
  currency_id TEXT,
  amount TEXT,
  note TEXT,
  status ANY,
  creator_user_id ANY,
  creator_device_id TEXT,
  updated_at TEXT,
  source TEXT NOT NULL CHECK (source IN ('file','service')),
  mirrored_at INTEGER NOT NULL
) STRICT;

CREATE TABLE balance (
  account_id ANY NOT NULL,
  currency_id TEXT NOT NULL,
  amount TEXT,
  ceil_amount TEXT,
  service_updated_at TEXT,
  answered_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, currency_id)
) STRICT;
CREATE TABLE balance_history (
  account_id ANY NOT NULL,
  currency_id TEXT NOT NULL,
  amount TEXT,
  serial_no TEXT,
  answered_at INTEGER NOT NULL
) STRICT;
CREATE INDEX balance_history_by_account ON balance_history(account_id, currency_id, answered_at);

CREATE TABLE stock (
  product_id ANY NOT NULL,
  measure_unit_id ANY NOT NULL,
  store_id ANY NOT NULL,
  production_at TEXT NOT NULL DEFAULT '',
  expiry_at TEXT NOT NULL DEFAULT '',
  barcode TEXT,
  currency_id TEXT,
  cost_price TEXT,
  quantity TEXT,
  service_updated_at TEXT,
  answered_at INTEGER NOT NULL,
  PRIMARY KEY (product_id, store_id, measure_unit_id, production_at, expiry_at)
) STRICT;
`;
