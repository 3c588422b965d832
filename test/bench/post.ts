/**
 * Acknowledged posting (channel in, `ok` out) beside a bare transaction that writes the very same rows with
 * prepared statements into a file of the same schema and pragmas. One of each in turn, each after the same reading of
 * rows, so that whatever else the machine does meets both, and both find the processor as warm.
 */

import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { ChannelInput } from "../../contract/channels.ts";
import { type Db, openDatabase, openToRead } from "../../main/engine/file/database/open-database.ts";
import { migrate } from "../../main/engine/file/schema/migrations.ts";
import { connectPaused, invoked, openBench } from "./engine.ts";
import { median, type Section } from "./figures.ts";

/** Aim: at most this many times the bare transaction, which is then 0.9 of a posting. */
const AIM = 1.11;

/** As a shop enters it: three lines, dates, a note and a reference. */
export const typicalReturn = (n: number): ChannelInput<"purchaseReturn.post"> => ({
  currencyId: "YER",
  storeId: 1,
  supplierAccountId: 1101,
  cashOrBankAccountId: 2001,
  note: `damaged on arrival, delivery ${n}`,
  lines: [1001, 1002, 1003].map((productId) => ({
    productId,
    measureUnitId: 1,
    productionAt: "2025-02-01",
    expiryAt: "2027-12-31",
    price: "5900.125",
    quantity: "2",
    freeQuantity: "0",
    receivedQuantity: "0",
    description: null,
  })),
  documentReferences: [{ type: 1, otherType: null, reference: `INV-${n}`, url: null, description: null }],
});

type Row = (string | number | null)[];

const TABLES = ["entry", "document", "audit"];

/** The three rows of the newest posting, as they stand in the file. */
function rowReader(db: Db): () => Row[] {
  const newest = TABLES.map((table) =>
    db.prepare<[], Row>(`SELECT * FROM ${table} ORDER BY rowid DESC LIMIT 1`).raw(),
  );
  return () => newest.map((statement) => statement.get() ?? []);
}

/** Writes the same rows into the other file, in one transaction. By place: the cheapest way to hand values over. */
function bareWriter(db: Db): (rows: Row[]) => void {
  const writers = TABLES.map((table) => {
    // Computed columns are the file's own.
    const columns = db.prepare<[], string>(`SELECT name FROM pragma_table_info('${table}')`).pluck().all();
    return db.prepare<[Row]>(
      `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    );
  });
  return db.transaction((rows: Row[]): void => {
    for (const [index, writer] of writers.entries()) writer.run(rows[index] ?? []);
  }).immediate;
}

const now = (): number => performance.now();

interface Run {
  postMs: number;
  bareMs: number;
}

async function oneRun(posts: number): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), "counterside-bench-"));
  const engine = openBench(join(folder, "profile"));
  try {
    // Sending is no part of an acknowledgement; it is held back so that it disturbs neither.
    await connectPaused(engine);
    const connections = join(folder, "profile", "connections");
    const file = readdirSync(connections).find((name) => name.endsWith(".sqlite")) ?? "";
    const reader = openToRead(join(connections, file), null);
    const bare = openDatabase(join(folder, "bare.sqlite"), null);
    migrate(bare);
    const bareReader = openToRead(bare.name, null);
    const newestRows = rowReader(reader);
    const newestBareRows = rowReader(bareReader);
    const write = bareWriter(bare);
    const times = { post: [] as number[], bare: [] as number[] };
    const warmUp = Math.ceil(posts / 5);
    for (let n = -warmUp; n < posts; n += 1) {
      const input = typicalReturn(n);
      const before = now();
      await invoked(engine, "purchaseReturn.post", input);
      const posted = now();
      const rows = newestRows();
      const ready = now();
      write(rows);
      const written = now();
      if (!isDeepStrictEqual(newestBareRows(), rows)) throw new Error("the two files differ");
      if (n < 0) continue;
      times.post.push(posted - before);
      times.bare.push(written - ready);
    }
    reader.close();
    bareReader.close();
    bare.close();
    return { postMs: median(times.post), bareMs: median(times.bare) };
  } finally {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function measurePost(
  choices: { runs: number; posts: number },
  progress: (words: string) => void,
): Promise<Section> {
  const runs: Run[] = [];
  for (let run = 1; run <= choices.runs; run += 1) {
    const figures = await oneRun(choices.posts);
    runs.push(figures);
    progress(
      `  run ${run} of ${choices.runs}: ${figures.postMs.toFixed(3)} ms beside ${figures.bareMs.toFixed(3)} ms`,
    );
  }
  const ratios = runs.map(({ postMs, bareMs }) => postMs / bareMs);
  const met = median(ratios) <= AIM;
  return {
    title: "Acknowledged posting",
    method:
      "A purchase return of three lines, from the channel to its `ok`, in turn with a bare better-sqlite3 transaction " +
      "that writes the same rows into a file of the same schema and pragmas. Before each, the newest rows of the other's " +
      `file are read; after each, the rows are compared. ${choices.posts} pairs a run, sending paused.`,
    figures: [
      { what: "acknowledged posting", unit: "ms", digits: 3, runs: runs.map(({ postMs }) => postMs) },
      { what: "bare transaction", unit: "ms", digits: 3, runs: runs.map(({ bareMs }) => bareMs) },
      { what: "ratio", unit: "×", digits: 2, runs: ratios },
    ],
    verdict: `Aim: at most ${AIM} × the bare transaction. ${met ? "Met" : "**Not met**"}: ${median(ratios).toFixed(2)} ×.`,
  };
}
