/** The write-ahead log while a long file is imported: bounded, whatever writes it back, and ended with the engine. */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, describe, expect, it } from "vitest";
import { lengthOfLog } from "../../../../main/engine/file/database/log-length.ts";
import { systemClock } from "../../../../main/engine/ports.ts";
import { writeProductFile } from "../../../bench/profiles/large-profile.ts";
import { aReturn, NOWHERE, newFolder, openPaused, type TestEngine, until } from "../../../helpers/engine.ts";
import { connectHeadless, startHeadless } from "../../../helpers/headless.ts";
import { ROOM } from "../../../helpers/migrated.ts";

const PAGE = 4_096;
/** The keeper's 8,000 pages, what one transaction and the postings meanwhile may add, and as much again. */
const BOUND = 2 * 8_000 * PAGE;
/** The log of so many rows is more than twice the bound where nobody writes it back. */
const ROWS = 40_000;
const SLOW = 120_000;

const OWN_THREAD = new URL("../../../../main/engine/verify-thread.ts", import.meta.url);
const NO_THREAD = new URL("file:///nowhere/verify-thread.mjs");

function connectionFile(profile: string): string {
  const folder = join(profile, "connections");
  const name = readdirSync(folder).find((file) => file.endsWith(".sqlite"));
  if (name === undefined) throw new Error("no file of a connection");
  return join(folder, name);
}

let made: Promise<string> | null = null;
const folder = mkdtempSync(join(ROOM, "counterside-test-products-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The one file that every test imports. */
function productFile(): Promise<string> {
  const path = join(folder, "products.csv");
  made ??= writeProductFile(path, ROWS).then(() => path);
  return made;
}

/** An engine on the system's time that is connected and doesn't send. */
const counter = (verifyThread: URL, profile = newFolder()) =>
  openPaused({ profile, verifyThread, liveClock: systemClock });

interface Imported {
  added: number;
  posted: string[];
  /** The longest that the log was, in bytes. */
  longest: number;
}

/** Imports the file, and posts all the while. */
async function importAmidPostings(engine: TestEngine, path: string): Promise<Imported> {
  const log = `${connectionFile(engine.profile)}-wal`;
  const posted: string[] = [];
  let longest = 0;
  let isOver = false;
  const whole = engine.call("referenceData.import", { kind: "product", path }).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    posted.push((await engine.call("purchaseReturn.post", aReturn())).entryId);
    longest = Math.max(longest, statSync(log).size);
    await new Promise((done) => setTimeout(done, 5));
  }
  return { added: (await whole).added, posted, longest };
}

/** What the closed file itself holds. */
function countsOf(profile: string): { products: number; entries: string[]; sound: unknown } {
  const db = new Database(connectionFile(profile), { readonly: true });
  try {
    const products = Number(db.prepare("SELECT count(*) FROM product").pluck().get());
    const entries = db.prepare<[], string>("SELECT entry_id FROM entry ORDER BY sequence").pluck().all();
    return { products, entries, sound: db.pragma("integrity_check", { simple: true }) };
  } finally {
    db.close();
  }
}

describe("the log of a long import amid postings", { timeout: SLOW }, () => {
  it("stays bounded, and is written back when the import is over", async () => {
    const engine = await counter(OWN_THREAD);
    const { added, posted, longest } = await importAmidPostings(engine, await productFile());
    expect(added).toBe(ROWS);
    expect(posted.length).toBeGreaterThan(10);
    // Long enough for the thread to have been needed.
    expect(longest).toBeGreaterThan(BOUND / 4);
    expect(longest).toBeLessThan(BOUND);
    expect(engine.logged).toEqual([]);
    const db = new Database(connectionFile(engine.profile));
    const { log, checkpointed } = lengthOfLog(db);
    db.close();
    expect(log - checkpointed).toBeLessThan(1_000);
    await engine.close();
    expect(countsOf(engine.profile)).toEqual({ products: ROWS, entries: posted, sound: "ok" });
  });

  it("is bounded too where no thread can be had", async () => {
    const engine = await counter(NO_THREAD);
    const { added, posted, longest } = await importAmidPostings(engine, await productFile());
    expect(added).toBe(ROWS);
    expect(longest).toBeLessThan(BOUND);
    expect(engine.logged).toEqual(["the log is written back on the engine's own thread"]);
    await engine.close();
    expect(countsOf(engine.profile)).toEqual({ products: ROWS, entries: posted, sound: "ok" });
  });
});

describe("an engine that ends while a long file is imported", { timeout: SLOW }, () => {
  it("ends the import and the thread, and leaves a whole file without a log", async () => {
    const engine = await counter(OWN_THREAD);
    const file = connectionFile(engine.profile);
    const refused = engine.refusal("referenceData.import", { kind: "product", path: await productFile() });
    await until(() => statSync(`${file}-wal`).size > BOUND / 4);
    await engine.close();
    const { code, details } = await refused;
    expect(code).toBe("cancelled");
    // The last one to close a file takes its log away: the thread has closed it too.
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(countsOf(engine.profile)).toMatchObject({ products: details.added, sound: "ok" });
    const again = await counter(OWN_THREAD, engine.profile);
    const { kinds } = await again.call("mirror.counts", {});
    const { live = 0, deleted = 0 } = kinds.find(({ kind }) => kind === "product") ?? {};
    expect(live + deleted).toBe(details.added);
  });

  it("keeps every posting that it acknowledged where it is killed, and imports the rest another time", async () => {
    const profile = newFolder();
    const path = await productFile();
    const first = await startHeadless(profile);
    await connectHeadless(first, NOWHERE);
    await first.call("sync.pause", {});
    const file = connectionFile(profile);
    first.ask("referenceData.import", { kind: "product", path });
    const acknowledged: string[] = [];
    let longest = 0;
    // Past the first writing back, and in the middle of another stretch.
    while (longest < BOUND / 4 || acknowledged.length < 20) {
      acknowledged.push((await first.call("purchaseReturn.post", aReturn())).entryId);
      longest = Math.max(longest, statSync(`${file}-wal`).size);
    }
    await first.kill();

    const engine = await counter(OWN_THREAD, profile);
    for (const entryId of acknowledged) expect((await engine.entry(entryId)).state).toBe("pending");
    const { added, unchanged } = await engine.call("referenceData.import", { kind: "product", path });
    expect(unchanged).toBeGreaterThan(0);
    expect(added + unchanged).toBe(ROWS);
    await engine.close();
    const { products, entries, sound } = countsOf(profile);
    expect({ products, sound }).toEqual({ products: ROWS, sound: "ok" });
    expect(entries).toEqual(expect.arrayContaining(acknowledged));
  });
});
