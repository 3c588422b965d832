/**
 * A search of the documents finds what looking at every one of them finds, in the same order, however far the trigram
 * index has come and whatever was written, changed or dated back since; and an index that lacks something is emptied.
 */
import { join } from "node:path";
import type { Statement } from "better-sqlite3";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Db } from "../../../../main/engine/file/database/open-database.ts";
import { takeTables } from "../../../../main/engine/file/recovery/salvage/tables.ts";
import { RESET_TRIGRAMS } from "../../../../main/engine/file/schema/documents.ts";
import { foldedWords } from "../../../../main/engine/file/schema/folded-text.ts";
import { createDocumentSearchService } from "../../../../main/engine/mirror/document-search.ts";
import {
  createDocumentTrigrams,
  fillDocumentIndex,
  ROWS_A_PIECE,
} from "../../../../main/engine/mirror/document-trigrams.ts";
import { ManualClock } from "../../../helpers/clock.ts";
import { newFolder } from "../../../helpers/engine.ts";
import { openMigrated } from "../../../helpers/migrated.ts";
import { openShop } from "../import/shop-files.ts";

const VOCABULARY = ["tea", "teapot", "sugar", "كرتون", "تالف", "north", "x", "INV-7", "ق", "a b"];
const SOME = 400;
const DAY = 86_400_000;

type Kind = "purchaseReturn" | "taxVoucher";
interface Row {
  at: number;
  serialNo: string;
  kind: Kind;
  text: string;
}

/** The digits decide about keys: a few first digits, some capital, and every serial number only once. */
const serial = (n: number): string => {
  const head = ["0000", "00ff", "abcd", "ABCE", "ffff", "FFFF"][n % 6] ?? "";
  return `${head}${String(n % 10_000).padStart(4, "0")}-1f4c-4d5e-9a51-${String(n).padStart(12, "0")}`;
};

const openCounter = () => openMigrated(join(newFolder(), "counter.sqlite"));

/** Each statement is made once for a file: its triggers are long. */
function madeOnce(sql: string) {
  const made = new WeakMap<Db, Statement>();
  return (db: Db): Statement => {
    const statement = made.get(db) ?? db.prepare(sql);
    made.set(db, statement);
    return statement;
  };
}
const document = madeOnce(
  `INSERT INTO document (serial_no, kind, subject, note, created_at, changed_at) VALUES (?, ?, 'Everyone', ?, ?, ?)
   ON CONFLICT (serial_no) DO UPDATE SET note = excluded.note, changed_at = excluded.changed_at`,
);
const voucher = madeOnce(
  `INSERT INTO voucher (serial_no, note, source, mirrored_at) VALUES (?, ?, 'file', ?)
   ON CONFLICT (serial_no) DO UPDATE SET note = excluded.note, mirrored_at = excluded.mirrored_at`,
);
const putDocument = (db: Db, n: number, at: number, note: string, kind: Kind = "purchaseReturn"): void =>
  void document(db).run(serial(n), kind, note, at, at);
const putVoucher = (db: Db, n: number, at: number, note: string): void =>
  void voucher(db).run(serial(n), note, at);

const everyRow = (db: Db): Row[] =>
  db
    .prepare<[], Row>(
      `SELECT created_at AS at, serial_no AS serialNo, kind, search_text AS text FROM document
       UNION ALL SELECT mirrored_at, serial_no, 'taxVoucher', search_text FROM voucher
       WHERE serial_no NOT IN (SELECT serial_no FROM document)
       ORDER BY 1 DESC, 2 DESC`,
    )
    .all();

/** So many are compared: with the pages before and behind the index, and several of them. */
const COMPARED = 250;

/** What a search finds first, page by page. */
function found(db: Db, text: string, kind: Kind | undefined, limit: number): string[] {
  const { search } = createDocumentSearchService({ db }, () => undefined);
  const all: string[] = [];
  for (let cursor: string | undefined, calls = 0; ; calls += 1) {
    const page = search({ text, kind, limit, cursor });
    all.push(...page.documents.map(({ serialNo }) => serialNo));
    if (page.cursor === null || all.length >= COMPARED) return all.slice(0, COMPARED);
    if (calls > 1_000) throw new Error("the search goes on without end");
    cursor = page.cursor;
  }
}

function assertAgrees(db: Db, text: string, kind: Kind | undefined, limit: number): void {
  const words = foldedWords(text);
  const wanted = everyRow(db).filter(
    (row) => (kind === undefined || row.kind === kind) && words.every((word) => row.text.includes(word)),
  );
  expect(found(db, text, kind, limit)).toEqual(wanted.slice(0, COMPARED).map(({ serialNo }) => serialNo));
}

const fillUp = (db: Db, pieces = 1_000): void => {
  const { fill } = createDocumentTrigrams(db);
  for (let n = 0; n < pieces && fill(); n += 1);
};

const note = fc.array(fc.constantFrom(...VOCABULARY), { maxLength: 3 }).map((words) => words.join(" "));
const number = fc.integer({ min: 0, max: 5_000 });
/** Often the same milliseconds, sometimes long before all others, or of a clock that was years ahead. */
const time = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1_000, max: 1_200 }).map((day) => day * DAY) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 2 ** 46 - 1, 2 ** 46, 253_402_300_790_000) },
);
type Step = (db: Db) => void;
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(number, time, note).map(
    ([from, at, words]): Step =>
      (db) =>
        db.transaction(() => {
          for (let n = 0; n < SOME; n += 1)
            putDocument(
              db,
              from + n,
              at + (n % 3) * n,
              n % 9 === 0 ? words : "",
              n % 7 ? "purchaseReturn" : "taxVoucher",
            );
        })(),
  ),
  // One import: all at one time.
  fc.tuple(number, time, note).map(
    ([from, at, words]): Step =>
      (db) =>
        db.transaction(() => {
          for (let n = 0; n < SOME; n += 1) putVoucher(db, from + n, at, n % 5 === 0 ? words : "");
        })(),
  ),
  fc.tuple(number, time, note).map(
    ([n, at, words]): Step =>
      (db) =>
        putDocument(db, n, at, words),
  ),
  fc.integer({ min: 1, max: 6 }).map(
    (pieces): Step =>
      (db) =>
        fillUp(db, pieces),
  ),
);
const question = fc.record({
  text: fc.oneof(
    note,
    number.map((n) => serial(n).slice(0, 11)),
    fc.constantFrom(
      "zqx",
      "te",
      "q",
      "tea zq",
      "everyone",
      "everyone 00 x",
      "51-",
      "e",
      "sugar north",
      "ffff",
    ),
  ),
  kind: fc.constantFrom(undefined, "purchaseReturn", "taxVoucher"),
  limit: fc.constantFrom(9, 100),
});

it("a search finds what a look at every document finds, wherever the index ends and whatever was changed", () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 4, maxLength: 10 }),
      fc.array(question, { minLength: 6, maxLength: 6 }),
      (steps, questions) => {
        const db = openCounter();
        try {
          for (const [at, act] of steps.entries()) {
            act(db);
            const asked = questions[at % questions.length];
            if (asked !== undefined) assertAgrees(db, asked.text, asked.kind, asked.limit);
          }
          fillUp(db);
          for (const { text, kind, limit } of questions) assertAgrees(db, text, kind, limit);
        } finally {
          db.close();
        }
      },
    ),
    { numRuns: 15, endOnFailure: true },
  );
});

/** So many, of which every hundredth has the word; the newest are the first. */
function withDocuments(count: number): Db {
  const db = openCounter();
  db.transaction(() => {
    for (let n = 0; n < count; n += 1) putDocument(db, n, DAY + n, n % 100 === 0 ? "seal" : "box");
  })();
  return db;
}

it("a rare word among many documents is found by one call", () => {
  const db = withDocuments(15_000);
  const { search } = createDocumentSearchService({ db }, () => undefined);
  putDocument(db, 3, 0, "torn");
  expect(search({ text: "torn" }).documents).toEqual([]);
  fillUp(db);
  expect(search({ text: "torn" })).toMatchObject({ documents: [{ serialNo: serial(3) }], cursor: null });
  expect(search({ text: "absent" })).toEqual({ documents: [], cursor: null });
  db.close();
});

it("documents that no index has are searched as they are, and the index is filled in pieces", () => {
  const db = openCounter();
  db.transaction(() => {
    for (let n = 0; n < 2_000; n += 1) putDocument(db, n, DAY + n, n === 9 ? "torn" : "box");
  })();
  const indexed = db.prepare("SELECT until FROM document_trigram_mark").pluck();
  expect(indexed.get()).toBe(0);
  assertAgrees(db, "torn", undefined, 5);
  const clock = new ManualClock();
  const look = fillDocumentIndex({ db, clock });
  clock.runUntil(clock.now() + 4_999);
  expect(indexed.get()).toBe(0);
  clock.runUntil(clock.now() + 1);
  const first = Number(indexed.get());
  expect(first).toBeGreaterThan(0);
  clock.runUntil(clock.now() + 60_000);
  expect(Number(indexed.get())).toBeGreaterThan(first);
  assertAgrees(db, "torn", undefined, 5);
  // What is left is less than a piece; once more has come, a search that meets it asks for the rest.
  const atRest = indexed.get();
  putDocument(db, 4_000, 3 * DAY, "new");
  look();
  clock.runUntil(clock.now() + 60_000);
  expect(indexed.get()).toBe(atRest);
  db.transaction(() => {
    for (let n = 0; n < 1_200; n += 1) putDocument(db, 4_001 + n, 3 * DAY + n, "newer");
  })();
  createDocumentSearchService({ db }, look).search({ text: "torn" });
  clock.runUntil(clock.now() + 60_000);
  expect(Number(indexed.get())).toBeGreaterThan(3 * DAY * 65_536);
  db.close();
});

it("many rows of one time with the same first digits are indexed in pieces too, also after a restart amid them", () => {
  const db = openCounter();
  const alike = (n: number): number => n * 6 + 2;
  db.transaction(() => {
    for (let n = 0; n < 1_500; n += 1) putVoucher(db, alike(n), 5, `seal ${n}`);
    for (let n = 0; n < 300; n += 1) putDocument(db, alike(1_000 + n), 5, `own ${n}`, "taxVoucher");
    for (let n = 0; n < 300; n += 1) putDocument(db, 6 * n, 9, "later");
  })();
  let trigrams = createDocumentTrigrams(db);
  for (let pieces = 1; pieces < 1_800 / ROWS_A_PIECE; pieces += 1) {
    expect(trigrams.fill()).toBe(true);
    expect(trigrams.covers({ at: 5, serialNo: "abce" })).toBe(false);
    putVoucher(db, alike(pieces), 5, `changed ${pieces}`);
  }
  trigrams = createDocumentTrigrams(db);
  trigrams.fill();
  // As by a search that meets a broken index.
  db.exec(RESET_TRIGRAMS);
  while (trigrams.fill());
  expect(trigrams.covers({ at: 5, serialNo: "abce" })).toBe(true);
  for (const text of ["seal 1", "changed", "own 29", serial(alike(1_499)), "seal 1499", "changed 3"])
    assertAgrees(db, text, undefined, 100);
  db.close();
});

it("vouchers of one file are dated as they come, so that no key of the index has them all", async () => {
  const shop = openShop();
  const rows = Array.from({ length: 3_000 }, (_, n) => `${serial(6 * n)},USD,1,,1,,,2026-01-01T00:00:00Z`);
  const timer = setInterval(() => shop.pass(1), 0);
  await shop
    .take(
      "taxVoucher",
      `serialNo,currencyId,amount,note,status,creatorUserId,creatorDeviceId,updatedAt\n${rows.join("\n")}`,
    )
    .finally(() => clearInterval(timer));
  const most = shop.db
    .prepare("SELECT count(*) AS n FROM voucher GROUP BY mirrored_at ORDER BY n DESC")
    .pluck();
  expect(most.get()).toBeLessThanOrEqual(1_000);
});

it("rows changed behind the index are not kept apart for ever", () => {
  const db = withDocuments(3_000);
  fillUp(db);
  const late = db.prepare("SELECT count(*) FROM document_trigram_late").pluck();
  for (let n = 0; n < ROWS_A_PIECE; n += 1) putDocument(db, n, 0, "corrected");
  expect(late.get()).toBe(ROWS_A_PIECE);
  fillUp(db);
  expect(late.get()).toBe(0);
  assertAgrees(db, "corrected", undefined, 100);
  db.close();
});

it("a clock that went back leaves nothing that every search reads until the next start", () => {
  const db = withDocuments(3_000);
  fillUp(db);
  const clock = new ManualClock();
  const look = fillDocumentIndex({ db, clock });
  clock.runUntil(clock.now() + 60_000);
  const late = db.prepare("SELECT count(*) FROM document_trigram_late").pluck();
  db.transaction(() => {
    for (let n = 0; n < 2_000; n += 1) putDocument(db, 4_000 + n, Math.floor(n / 20), "dated back");
  })();
  const before = Number(late.get());
  expect(before).toBeGreaterThan(ROWS_A_PIECE);
  createDocumentSearchService({ db }, look).search({ text: "torn" });
  clock.runUntil(clock.now() + 30);
  // A piece is of rows, and several have the same key.
  expect(before - Number(late.get())).toBeLessThan(ROWS_A_PIECE / 2);
  clock.runUntil(clock.now() + 60_000);
  expect(late.get()).toBeLessThan(ROWS_A_PIECE);
  for (const text of ["dated", "seal", serial(5_999)]) assertAgrees(db, text, undefined, 100);
  db.close();
});

it.each([
  ["is empty", "INSERT INTO document_trigram (document_trigram) VALUES ('delete-all')"],
  [
    "lost what it wrote last",
    "DELETE FROM document_trigram_data WHERE id IN (SELECT max(id) FROM document_trigram_data)",
  ],
  [
    "lost a page",
    "DELETE FROM document_trigram_data WHERE id IN (SELECT id FROM document_trigram_data WHERE id > 10 LIMIT 1)",
  ],
  ["has another page's contents", "UPDATE document_trigram_data SET block = x'00112233445566' WHERE id > 10"],
])(
  "where the index %s, the check after the start or the search that meets it has it filled anew",
  (_, harm) => {
    const db = withDocuments(3_000);
    fillUp(db);
    db.unsafeMode();
    db.exec(harm);
    db.unsafeMode(false);
    const clock = new ManualClock();
    fillDocumentIndex({ db, clock });
    clock.runUntil(clock.now() + 60_000);
    for (const text of ["seal", "box", serial(10).slice(0, 13), serial(2_000), "e"])
      assertAgrees(db, text, undefined, 100);
    db.close();
  },
);

it("a search that meets a broken index answers without it, and has it filled anew", () => {
  const db = withDocuments(3_000);
  fillUp(db);
  db.unsafeMode();
  db.exec("DELETE FROM document_trigram_data WHERE id > 10");
  db.unsafeMode(false);
  assertAgrees(db, serial(2), undefined, 100);
  expect(db.prepare("SELECT until FROM document_trigram_mark").pluck().get()).toBe(0);
  fillUp(db);
  assertAgrees(db, serial(2), undefined, 100);
  db.close();
});

it("a recovered file's index begins anew, and what was taken into it is found", () => {
  const damaged = openCounter();
  putDocument(damaged, 4_000, 5, "torn");
  const db = withDocuments(2_000);
  fillUp(db);
  db.pragma("foreign_keys = OFF");
  db.prepare("ATTACH ? AS damaged").run(damaged.name);
  db.transaction(() => takeTables(db))();
  expect(db.prepare("SELECT until FROM document_trigram_mark").pluck().get()).toBe(0);
  fillUp(db);
  for (const text of ["torn", "seal", serial(7).slice(0, 13)]) assertAgrees(db, text, undefined, 100);
  db.close();
  damaged.close();
});
