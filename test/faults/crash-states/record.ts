/**
 * Records the system calls of the real headless engine at work: postings, answers, an import, a backup, restores, and
 * files that are recovered.
 */
import { spawn } from "node:child_process";
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import Database from "better-sqlite3";
import type { PracticeService } from "../../../main/practice/service.ts";
import { connectionFile } from "../../helpers/damage.ts";
import { driveHeadless, type Headless } from "../../helpers/headless-process.ts";
import { type Operation, operationsOf, stepsThatMade } from "./operations.ts";
import { systemCallsOf, WATCHED } from "./system-calls.ts";

export interface Recorded {
  name: string;
  profile: string;
  operations: Operation[];
  /** So many of them only lay out what was on the disk before it began. */
  before: number;
  /** Replies and requests of lives before this one. */
  saidBefore: readonly string[];
  sentBefore: readonly string[];
}

/** Null, or why nothing can be recorded here. */
export function unfitness(): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn("strace", [...WATCHED, "-o", "/dev/null", "true"], { stdio: "ignore" });
    child.on("error", () => resolve("there is no strace here"));
    child.on("close", (code) => resolve(code === 0 ? null : "strace may not trace here"));
  });
}

/** Where so many lines have been said. */
function afterLines(operations: readonly Operation[], lines: number): number {
  let said = 0;
  return (
    1 +
    operations.findIndex((one) => {
      if (one.kind === "said") said += one.text.split("\n").length - 1;
      return said >= lines;
    })
  );
}

async function recorded(
  name: string,
  folder: string,
  work: (engine: Headless, elsewhere: (done: Operation) => void) => Promise<void>,
): Promise<Recorded> {
  const profile = join(folder, name);
  const calls = join(folder, `${name}.calls`);
  const made = stepsThatMade(profile);
  const engine = driveHeadless(["--profile", profile], {}, ["strace", ...WATCHED, "-o", calls]);
  /** What somebody else did, after so many lines were said. */
  const elsewhere: { lines: number; operation: Operation }[] = [];
  try {
    await engine.ready;
    await work(engine, (operation) => void elsewhere.push({ lines: engine.lines.length, operation }));
  } finally {
    await engine.finish();
  }
  const done = operationsOf(systemCallsOf(readFileSync(calls, "utf8").split("\n")), profile);
  for (const { lines, operation } of elsewhere) done.splice(afterLines(done, lines), 0, operation);
  const operations = [...made, ...done];
  return { name, profile, operations, before: made.length, saidBefore: [], sentBefore: [] };
}

const signIn = (engine: Headless, service: PracticeService) =>
  engine.call("connection.save", {
    serviceUrl: service.url,
    tenantId: service.tenantId,
    userId: service.userId,
    token: service.token,
    deviceId: "11111111-1111-4111-8111-111111111111",
  });

const post = (engine: Headless, note: string) =>
  engine.call("purchaseReturn.post", {
    currencyId: "YER",
    storeId: 1,
    supplierAccountId: 1101,
    cashOrBankAccountId: 2001,
    note,
    lines: [{ productId: 1001, measureUnitId: 1, price: "5900", quantity: "1" }],
  });

const confirmed = async (engine: Headless, entries: number): Promise<void> => {
  while (engine.lines.filter(({ payload }) => isConfirmed(payload)).length < entries)
    await new Promise((done) => setTimeout(done, 5));
};
const isConfirmed = (payload: unknown): boolean =>
  typeof payload === "object" && payload !== null && "state" in payload && payload.state === "confirmed";

const NUMBER_OF_PAGES = 28;

/** Its header is overwritten as by a bad disk; the log stays. */
function spoilHeader(file: string): void {
  const content = readFileSync(file);
  content.fill(0xa5, 0, NUMBER_OF_PAGES + 4);
  writeFileSync(file, content);
}

/** The counter is switched to no connection, as before its first. */
function leaveConnection(profile: string): void {
  const db = new Database(join(profile, "profile.sqlite"));
  db.exec("UPDATE connection SET current = 0");
  db.close();
}

const opened = (engine: Headless) => engine.call("outbox.list", {});

/**
 * Returns that are posted and answered, an import of `rows` products, and a backup; that backup on a new counter, and on
 * one with a connection of that name, of which a kill left the log; and files that have to be recovered.
 */
export async function recordWork(
  folder: string,
  service: PracticeService,
  { postings, rows }: { postings: number; rows: number },
): Promise<Recorded[]> {
  let backup = "";
  const products = join(folder, "products.csv");
  const lines = Array.from({ length: rows }, (_, n) => `${20_000 + n},product ${n}`);
  writeFileSync(products, ["id,name", ...lines, ""].join("\n"));
  const at = (name: string): string => join(folder, name);
  /** As a kill leaves the files: nothing is under way. */
  const keep = (name: string): void => cpSync(at("counter"), at(name), { recursive: true });
  const work = await recorded("counter", folder, async (engine) => {
    await signIn(engine, service);
    await post(engine, "return 0");
    await confirmed(engine, 1);
    keep("older");
    for (let n = 1; n < postings; n += 1) await post(engine, `return ${n}`);
    await confirmed(engine, postings);
    await engine.call("referenceData.import", { kind: "product", path: products });
    await post(engine, "after the import");
    await confirmed(engine, postings + 1);
    backup = (await engine.call("backup.create", { path: at("carried.sqlite") })).path;
    await engine.call("backup.create", {});
    for (const name of ["damaged", "rolled-back", "moved"]) keep(name);
  });
  const restored = await recorded("restored", folder, async (engine) => {
    await engine.call("backup.restore", { path: backup });
  });

  spoilHeader(connectionFile(at("damaged")));
  const damaged = await recorded("damaged", folder, async (engine) => void (await opened(engine)));

  rmSync(join(at("rolled-back"), "connections"), { recursive: true });
  cpSync(join(at("older"), "connections"), join(at("rolled-back"), "connections"), { recursive: true });
  const rolledBack = await recorded("rolled-back", folder, async (engine) => void (await opened(engine)));

  const moved = await recorded("moved", folder, async (engine, elsewhere) => {
    await opened(engine);
    const file = connectionFile(at("moved"));
    renameSync(file, at("moved-away.sqlite"));
    elsewhere({ kind: "remove", path: join("connections", basename(file)) });
    // Refused where a timer met the missing file before this look does.
    await engine.call("sync.status", {}).catch((error: unknown) => {
      if (!String(error).includes("storage_busy")) throw error;
    });
    while (engine.events("recovery.changed").length === 0) await new Promise((done) => setTimeout(done, 5));
    await opened(engine);
  });

  const busy = driveHeadless(["--profile", at("over")]);
  try {
    await busy.ready;
    await signIn(busy, service);
    await busy.call("draft.save", { draftId: "half-typed", kind: "purchaseReturn", content: "{}" });
    cpSync(at("over"), at("restored-over"), { recursive: true });
  } finally {
    await busy.finish();
  }
  leaveConnection(at("restored-over"));
  const over = await recorded("restored-over", folder, async (engine) => {
    await engine.call("backup.restore", { path: backup });
  });

  const saidBefore = work.operations.flatMap((one) => (one.kind === "said" ? one.text : []));
  const sentBefore = work.operations.flatMap((one) => (one.kind === "sent" ? one.text : []));
  return [
    work,
    ...[restored, over].map((record) => ({ ...record, sentBefore })),
    ...[damaged, rolledBack, moved].map((record) => ({ ...record, saidBefore, sentBefore })),
  ];
}
