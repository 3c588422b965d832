/** Records the system calls of the real headless engine at work: postings, answers, an import, a backup, a restore. */
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PracticeService } from "../../../main/practice/service.ts";
import { driveHeadless, type Headless } from "../../helpers/headless-process.ts";
import { type Operation, operationsOf } from "./operations.ts";
import { systemCallsOf, WATCHED } from "./system-calls.ts";

export interface Recorded {
  name: string;
  profile: string;
  operations: Operation[];
  /** What had been sent to the service before it began. */
  sentBefore: readonly string[];
}

/** Null, or why nothing can be recorded here. */
export function unfitness(): Promise<string | null> {
  if (!process.features.typescript) return Promise.resolve("this Node can't run the engine from its source");
  return new Promise((resolve) => {
    const child = spawn("strace", [...WATCHED, "-o", "/dev/null", "true"], { stdio: "ignore" });
    child.on("error", () => resolve("there is no strace here"));
    child.on("close", (code) => resolve(code === 0 ? null : "strace may not trace here"));
  });
}

async function recorded(
  name: string,
  folder: string,
  work: (engine: Headless) => Promise<void>,
): Promise<Recorded> {
  const profile = join(folder, name);
  const calls = join(folder, `${name}.calls`);
  const engine = driveHeadless(["--profile", profile], {}, ["strace", ...WATCHED, "-o", calls]);
  try {
    await engine.ready;
    await work(engine);
  } finally {
    await engine.finish();
  }
  const operations = operationsOf(systemCallsOf(readFileSync(calls, "utf8").split("\n")), profile);
  return { name, profile, operations, sentBefore: [] };
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

/** Returns that are posted and answered, an import of `rows` products, and a backup; then that backup on a new counter. */
export async function recordWork(
  folder: string,
  service: PracticeService,
  { postings, rows }: { postings: number; rows: number },
): Promise<Recorded[]> {
  let backup = "";
  const products = join(folder, "products.csv");
  const lines = Array.from({ length: rows }, (_, n) => `${20_000 + n},product ${n}`);
  writeFileSync(products, ["id,name", ...lines, ""].join("\n"));
  const work = await recorded("counter", folder, async (engine) => {
    await signIn(engine, service);
    for (let n = 0; n < postings; n += 1) await post(engine, `return ${n}`);
    await confirmed(engine, postings);
    await engine.call("referenceData.import", { kind: "product", path: products });
    await post(engine, "after the import");
    await confirmed(engine, postings + 1);
    backup = (await engine.call("backup.create", { path: join(folder, "carried.sqlite") })).path;
    await engine.call("backup.create", {});
  });
  const restore = await recorded("restored", folder, async (engine) => {
    await engine.call("backup.restore", { path: backup });
  });
  const sent = work.operations.flatMap((one) => (one.kind === "sent" ? one.text : []));
  return [work, { ...restore, sentBefore: sent }];
}
