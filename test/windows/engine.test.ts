/** The whole engine as a process of Windows: each of the six operations into the books, and kills while it works. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { restoreInputOf } from "../../contract/channels/posting.ts";
import { OPERATION_KINDS, OPERATIONS } from "../../contract/operations.ts";
import { unsentClaimsIn } from "../../main/engine/core/outbox/unsent-claims.ts";
import { enter, newFolder, until } from "../helpers/engine.ts";
import { startHeadless } from "../helpers/headless.ts";
import { deletedIds, startPractice } from "../helpers/practice/requests.ts";
import { campaign } from "../process-kills/campaign.ts";
import { signInWith } from "../process-kills/headless-life.ts";
import { rememberingLog } from "../unit/shell/stand-ins.ts";

/** All sixty in `npm run windows`. */
const KILLS = process.env.COUNTERSIDE_WINDOWS === "whole" ? 60 : 3;
/** Against what hangs. */
const LIMIT_MS = 900_000;

it("each operation reaches the practice service's books and is confirmed, and nothing is warned of", async () => {
  const service = await startPractice();
  const profile = join(newFolder(), "متجر 1");
  const engine = await startHeadless(profile);
  await engine.call("connection.save", signInWith(service));
  for (const kind of OPERATION_KINDS) {
    const { restores } = OPERATIONS[kind];
    const { entryId } =
      restores === null
        ? { entryId: await enter(engine, kind) }
        : await engine.call("restore.request", restoreInputOf(restores.list, deletedIds(restores.list)));
    await until(
      async () => !/^(pending|in_flight)$/.test((await engine.call("outbox.get", { entryId })).state),
    );
    expect([kind, (await engine.call("outbox.get", { entryId })).state]).toEqual([kind, "confirmed"]);
  }
  await engine.call("backup.create", {});
  // 1 where a thread took too long to end: the process then ends itself, which on Windows leaves no choice.
  expect([0, 1]).toContain((await engine.finish()).code);
  expect(engine.words()).toBe("");
  expect(readdirSync(profile)).toContain("backups");
});

it(
  `${KILLS} kills while returns go in and out lose nothing and book nothing twice`,
  async () => {
    const choices = { seed: 22, kills: KILLS, appKills: 0, posts: KILLS * 12, withinMs: LIMIT_MS / 2 };
    const figures = await campaign(choices);
    expect(figures).toMatchObject({ integrityChecks: KILLS, lost: 0, killed: { engine: KILLS } });
    expect(figures.inBooks).toBe(figures.acknowledged + figures.unansweredButKept);
  },
  LIMIT_MS,
);

it("no claim is noted as unsent: Windows keeps no folder in memory for a person's programs", () => {
  const folder = newFolder();
  const { lines, ...log } = rememberingLog();
  const claims = unsentClaimsIn(folder, log)(join(folder, "books.sqlite"));
  claims.note([{ entryId: "e", attemptId: 1, at: 1 }]);
  claims.close();
  expect([readdirSync(folder), lines]).toEqual([[], []]);
});

/** Its thread reads a pipe into which nobody writes; then it ends the process. */
const HANGS = `
import { once } from "node:events";
import { Worker } from "node:worker_threads";
const [, place, pipe] = process.argv;
const { abandon, endProcess, isHanging } = await import(place);
const code = 'import { openSync, readSync } from "node:fs"; import { parentPort, workerData } from "node:worker_threads";' +
  'const pipe = openSync(workerData, "r+"); parentPort.postMessage("open"); readSync(pipe, Buffer.alloc(1));';
const worker = new Worker(code, { eval: true, workerData: pipe });
await once(worker, "message");
// It says so before it reads: stopped in between, it would end.
await new Promise((done) => setTimeout(done, 1_000));
await abandon(worker);
console.log(isHanging(worker) ? "hangs" : "ended");
endProcess(3);
`;

it("a process whose thread hangs in a place that never answers ends all the same", async () => {
  const pipe = `\\\\.\\pipe\\counterside-${process.pid}`;
  const server = createServer(() => undefined).listen(pipe);
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const place = new URL("../../main/engine/file/place/place.ts", import.meta.url).href;
  const words = ["--input-type=module", "--disable-warning=ExperimentalWarning", "-e", HANGS, place, pipe];
  const child = spawn(process.execPath, words);
  let said = "";
  child.stdout.on("data", (text: Buffer) => {
    said += text.toString();
  });
  child.stderr.on("data", (text: Buffer) => {
    said += text.toString();
  });
  const [code] = await once(child, "exit");
  expect([said.trim(), code]).toEqual(["hangs", 1]);
});
