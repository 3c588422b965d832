/**
 * The trigram index of documents and vouchers: filled in pieces from the oldest row on, and asked where
 * words may be. Who asks reads the rows of the keys and compares them; rows from the mark on are not in it.
 */

import { dirname } from "node:path";
import type { OpenFile } from "../core/context.ts";
import type { Db } from "../file/database/open-database.ts";
import { leastSpare } from "../file/disk.ts";
import { RESET_TRIGRAMS, trigramKey } from "../file/schema/documents.ts";
import {
  isShort,
  LAST_LETTER,
  MAX_TERMS,
  MAX_TRIGRAMS,
  quotedTerm,
  TRIGRAM,
  trigramsOf,
} from "./search/search-text.ts";

/** Rows of one piece: some milliseconds. Fewer than these are not worth a piece; they are read one by one. */
export const ROWS_A_PIECE = 256;
/** No serial number sorts after its digits followed by this. */
const LAST_DIGIT = "z";
/** A row of a later time (the year 4199) is never indexed: its key would be no number of SQLite's. */
const LAST_TIME = 2 ** 46;
const LAST_KEY = 2n ** 62n;

/** How far a key of more rows than a piece has is indexed; where that is forgotten, from its first row again. */
interface Crowd {
  key: bigint;
  after: string;
}
const NO_CROWD: Crowd = { key: -1n, after: "" };

/** Where a page ends: the next one begins after it. */
export interface DocumentPlace {
  at: number;
  serialNo: string;
}

/** The first digits of a key's serial numbers; its time is what is before them. */
const digitsOf = (key: string): string => `printf('%04x', ${key} & 65535)`;
/** The rows of a column `key`: a range of the index. */
const rowsOfKey = (at: string): string =>
  `${at} = key >> 16 AND serial_no >= ${digitsOf("key")} AND serial_no <= ${digitsOf("key")} || '${LAST_DIGIT}'`;
export const DOCUMENTS_OF_KEY = rowsOfKey("created_at");
export const VOUCHERS_OF_KEY = rowsOfKey("mirrored_at");

/** What FTS5 says of an index that contradicts itself; a page that can't be read is the file's damage. */
const isBroken = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "SQLITE_CORRUPT_VTAB";

/** Documents that are looked for in the index to see whether it is whole. */
const SAMPLED = 16;

/** The two blanks at the end let a text's last one or two letters begin a trigram too. */
const INDEX =
  "INSERT INTO document_trigram (rowid, text) SELECT key, group_concat(search_text, '  ') || '  '";

/** Keys are beyond 2^53 and stay in SQL: what is handed out is bigint. */
export function createDocumentTrigrams(db: Db) {
  const mark = db.prepare<[], bigint>("SELECT until FROM document_trigram_mark").pluck().safeIntegers();
  const keyOfPlace = db
    .prepare<[{ at: bigint; serialNo: string }], bigint>(`SELECT ${trigramKey("@at", "@serialNo")}`)
    .pluck()
    .safeIntegers();
  const from = (at: string): string => `(${at}, serial_no) >= (@from >> 16, ${digitsOf("@from")})`;
  const until = (at: string): string => `(${at}, serial_no) < (@to >> 16, ${digitsOf("@to")})`;
  const nextKey = db
    .prepare<[{ from: bigint; skipped: number }], bigint>(
      `SELECT ${trigramKey("at", "serial_no")} FROM (
         SELECT created_at AS at, serial_no FROM document WHERE ${from("created_at")}
         UNION ALL SELECT mirrored_at, serial_no FROM voucher WHERE ${from("mirrored_at")}
         ORDER BY 1, 2 LIMIT 1 OFFSET @skipped) WHERE at < ${LAST_TIME}`,
    )
    .pluck()
    .safeIntegers();
  const indexRange = db.prepare<[{ from: bigint; to: bigint }]>(
    `${INDEX} FROM (
       SELECT ${trigramKey("created_at", "serial_no")} AS key, search_text FROM document
       WHERE ${from("created_at")} AND ${until("created_at")}
       UNION ALL SELECT ${trigramKey("mirrored_at", "serial_no")}, search_text FROM voucher
       WHERE ${from("mirrored_at")} AND ${until("mirrored_at")})
     GROUP BY key ORDER BY key`,
  );
  // Of one key, from its place on: those that a file brings at once may have their first digits in common.
  const ofKey = (at: string): string => `${at} = @key >> 16 AND serial_no > @after AND serial_no <= @upTo`;
  const crowdEnd = db
    .prepare<[{ key: bigint; after: string; upTo: string }], string>(
      `SELECT serial_no FROM document WHERE ${ofKey("created_at")}
       UNION ALL SELECT serial_no FROM voucher WHERE ${ofKey("mirrored_at")}
       ORDER BY 1 LIMIT 1 OFFSET ${ROWS_A_PIECE - 1}`,
    )
    .pluck();
  const indexCrowd = db.prepare<[{ key: bigint; after: string; upTo: string }]>(
    `${INDEX} FROM (
       SELECT @key AS key, search_text FROM document WHERE ${ofKey("created_at")}
       UNION ALL SELECT @key, search_text FROM voucher WHERE ${ofKey("mirrored_at")})
     GROUP BY key`,
  );
  const moveMark = db.prepare<[bigint]>("UPDATE document_trigram_mark SET until = ?");
  // Its rows are counted, not its keys: one has as many as were written at once with the same first digits.
  const lateRow = db
    .prepare<[], bigint>(
      `SELECT key FROM document_trigram_late CROSS JOIN document ON ${DOCUMENTS_OF_KEY}
       UNION ALL SELECT key FROM document_trigram_late CROSS JOIN voucher ON ${VOUCHERS_OF_KEY}
       ORDER BY key LIMIT 1 OFFSET ${ROWS_A_PIECE - 1}`,
    )
    .pluck()
    .safeIntegers();
  const someLate = `(SELECT key FROM document_trigram_late WHERE key <= @upTo ORDER BY key LIMIT ${ROWS_A_PIECE})`;
  const indexLate = db.prepare<[{ upTo: bigint }]>(
    `${INDEX} FROM (
       SELECT key, search_text FROM ${someLate} CROSS JOIN document ON ${DOCUMENTS_OF_KEY}
       UNION ALL SELECT key, search_text FROM ${someLate} CROSS JOIN voucher ON ${VOUCHERS_OF_KEY})
     GROUP BY key ORDER BY key`,
  );
  const removeLate = db.prepare<[{ upTo: bigint }]>(
    `DELETE FROM document_trigram_late WHERE key IN ${someLate}`,
  );
  const manyLate = db
    .prepare<[], number>(`SELECT 1 FROM document_trigram_late LIMIT 1 OFFSET ${ROWS_A_PIECE - 1}`)
    .pluck();
  const hits = db
    .prepare<[{ match: string; until: bigint; limit: number }], bigint>(
      `SELECT key FROM (SELECT rowid AS key FROM document_trigram
         WHERE document_trigram MATCH @match AND rowid <= @until ORDER BY rowid DESC LIMIT @limit)
       UNION SELECT key FROM (SELECT key FROM document_trigram_late
         WHERE key <= @until ORDER BY key DESC LIMIT @limit)
       ORDER BY key DESC LIMIT @limit`,
    )
    .pluck()
    .safeIntegers();
  const samples = db.prepare<[], DocumentPlace>(
    `WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < ${SAMPLED - 1})
     SELECT created_at AS at, serial_no AS serialNo FROM n CROSS JOIN document ON document.rowid =
       (SELECT min(rowid) FROM document WHERE rowid >= (SELECT max(rowid) FROM document) * n / ${SAMPLED})`,
  );
  const isKnown = db
    .prepare<[{ match: string; key: bigint }], number>(
      `SELECT EXISTS (SELECT 1 FROM document_trigram WHERE document_trigram MATCH @match AND rowid = @key)
         OR EXISTS (SELECT 1 FROM document_trigram_late WHERE key = @key)`,
    )
    .pluck();
  const termsFrom = db
    .prepare<[string, string], string>(
      `SELECT term FROM document_trigram_terms WHERE term >= ? AND term < ? LIMIT ${MAX_TERMS}`,
    )
    .pluck();

  /** Indexes the next rows of such a key. What is written or changed in it meanwhile is late. */
  const indexSomeOf = (key: bigint, from: Crowd): Crowd => {
    const digits = (key & 65_535n).toString(16).padStart(4, "0");
    const after = from.key === key ? from.after : digits;
    const upTo = `${digits}${LAST_DIGIT}`;
    const last = crowdEnd.get({ key, after, upTo });
    indexCrowd.run({ key, after, upTo: last ?? upTo });
    if (last === undefined) moveMark.run(key + 1n);
    return { key, after: last ?? upTo };
  };

  const piece = db.transaction((crowd: Crowd): Crowd | false => {
    if (manyLate.get() === 1) {
      const upTo = lateRow.get() ?? LAST_KEY;
      indexLate.run({ upTo });
      removeLate.run({ upTo });
      return crowd;
    }
    const begin = mark.get() ?? 0n;
    const end = nextKey.get({ from: begin, skipped: ROWS_A_PIECE - 1 });
    if (end === undefined) return false;
    if (end <= begin) return indexSomeOf(begin, crowd);
    indexRange.run({ from: begin, to: end });
    moveMark.run(end);
    return NO_CROWD;
  });
  /** Kept in memory only, and only of what is committed. */
  let crowd = NO_CROWD;

  const keyAt = ({ at, serialNo }: DocumentPlace): bigint =>
    keyOfPlace.get({ at: BigInt(at), serialNo }) ?? 0n;

  const covers = (place: DocumentPlace): boolean => place.at < LAST_TIME && keyAt(place) < (mark.get() ?? 0n);

  const reset = db.transaction(() => db.exec(RESET_TRIGRAMS));
  /** A broken index is emptied, and the answer is null. */
  const unlessBroken = <T>(task: () => T): T | null => {
    try {
      return task();
    } catch (error) {
      if (!isBroken(error)) throw error;
      reset.immediate();
      return null;
    }
  };

  /** What of the index begins with a short word; null where that is too much. */
  const startingWith = (word: string): string | null => {
    const terms = termsFrom.all(word, `${word}${LAST_LETTER}`);
    if (terms.length === MAX_TERMS) return null;
    const none = [...word, LAST_LETTER, LAST_LETTER].slice(0, TRIGRAM).join("");
    return `(${[none, ...terms].map(quotedTerm).join(" OR ")})`;
  };

  return {
    /** Indexes the next rows in a transaction; false where too few are left to be worth one. */
    fill(): boolean {
      const next = unlessBroken(() => piece.immediate(crowd)) ?? NO_CROWD;
      if (next !== false) crowd = next;
      return next !== false;
    },
    /** Looks for some documents in the index, and empties it where it lacks one. */
    check(): void {
      const isWhole = unlessBroken(() =>
        samples
          .all()
          .filter(covers)
          .every((place) => {
            const match = trigramsOf(place.serialNo.toLowerCase()).map(quotedTerm).join(" AND ");
            return isKnown.get({ match, key: keyAt(place) }) === 1;
          }),
      );
      if (isWhole === false) reset.immediate();
    },
    /** Whether there are enough late rows for a piece: each search reads them. */
    hasManyLate: (): boolean => manyLate.get() === 1,
    /** Whether every row at this place and after it in the lists is in the index, or among the late ones. */
    covers,
    /** What to ask the index for these (folded) words; empty where it narrows nothing. */
    matchOf(words: readonly string[]): string {
      const long = words.filter((word) => !isShort(word)).flatMap(trigramsOf);
      const short = words.filter(isShort).map((word) => unlessBroken(() => startingWith(word)));
      return [...[...new Set(long)].slice(0, MAX_TRIGRAMS).map(quotedTerm), ...short]
        .filter((one) => one !== null)
        .join(" AND ");
    },
    /**
     * The keys, from that place on and at most so many, under which such rows may be; in the order of the lists. Null
     * where the index was broken: it covers nothing any more.
     */
    hits: (match: string, from: DocumentPlace, limit: number): bigint[] | null =>
      unlessBroken(() => hits.all({ match, until: keyAt(from), limit })),
    /** The place after every row of the key. */
    placeAfter: (key: bigint): DocumentPlace => ({
      at: Number(key >> 16n),
      serialNo: `${(key & 65_535n).toString(16).padStart(4, "0")}0000-0000-0000-0000-000000000000`,
    }),
  };
}

// Fills the trigram index of the documents in the background: one small piece after the other, so that no posting waits
// for more than one, and only where enough rows have come together. A restart goes on where it was.

/** Not while everything else opens. */
const FIRST_AFTER_MS = 5_000;
/** Several times as long as a piece takes. */
const NEXT_AFTER_MS = 30;

/** Starts filling soon, until the clock ends its timers; returns what starts it again, where there is something to do. */
export function fillDocumentIndex({ db, clock }: Pick<OpenFile, "db" | "clock">): () => void {
  let trigrams: ReturnType<typeof createDocumentTrigrams> | null = null;
  let isScheduled = false;
  const schedule = (ms: number): void => {
    if (isScheduled) return;
    isScheduled = true;
    clock.schedule(ms, () => {
      isScheduled = false;
      // What is left of the disk is for entries.
      if ((leastSpare([dirname(db.name)]) ?? 0) < 0) return;
      if (trigrams === null) {
        trigrams = createDocumentTrigrams(db);
        trigrams.check();
      }
      if (trigrams.fill()) schedule(NEXT_AFTER_MS);
    });
  };
  schedule(FIRST_AFTER_MS);
  return () => schedule(NEXT_AFTER_MS);
}
