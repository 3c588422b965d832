import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import type { FromPractice, ToPractice } from "../../../contract/process-messages.ts";
import { startPractice, temporaryFolder } from "../../helpers/practice/requests.ts";

const SERVE = resolve("test/helpers/practice/serve.ts");

function run(args: string[]): { child: ChildProcess; firstLine: Promise<string>; said: () => string } {
  const child = spawn(process.execPath, [SERVE, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += String(chunk);
  });
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  const firstLine = once(lines, "line").then(([line]) => String(line));
  return { child, firstLine, said: () => said };
}

describe("in plain Node", () => {
  it("prints one line, serves, and ends cleanly on SIGTERM", async () => {
    const referenceData = join(temporaryFolder(), "reference");
    const { child, firstLine } = run(["--port", "0", "--token", "T", "--reference-data", referenceData]);
    const line = JSON.parse(await firstLine);
    expect(line).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      tenantId: 7001,
      userId: 501,
      token: "T",
      referenceData,
    });
    expect(existsSync(join(referenceData, "taxVoucher.csv"))).toBe(true);
    expect((await fetch(line.url)).status).toBe(404);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("takes its folder of files for the import with it where none was named", async () => {
    const { child, firstLine } = run(["--port", "0"]);
    const { referenceData } = JSON.parse(await firstLine);
    expect(existsSync(referenceData)).toBe(true);
    child.kill("SIGTERM");
    await once(child, "exit");
    expect(existsSync(referenceData)).toBe(false);
  });

  it.each([
    [["--port", "http"], /--port wants a whole number up to 65535, not "http"\./],
    [["--colour"], /--colour/],
  ])("ends with a sentence on %j", async (args, sentence) => {
    const { child, said } = run(args);
    expect(await once(child, "exit")).toEqual([1, null]);
    expect(said()).toMatch(sentence);
  });

  it("ends with a sentence where the port is taken", async () => {
    const { port } = await startPractice();
    const { child, said } = run(["--port", String(port)]);
    expect(await once(child, "exit")).toEqual([1, null]);
    expect(said()).toBe(
      `practice service: Port ${port} on 127.0.0.1 is taken by another program; choose another port.\n`,
    );
  });
});

/** Gives plain Node the one thing of a utility process that the entry uses. */
const PARENT_PORT = `data:text/javascript,process.parentPort = {
  on: (event, listener) => process.on("message", (data) => listener({ data })),
  postMessage: (message) => process.send(message),
};`;

describe("in a utility process", () => {
  function start(): { child: ChildProcess; ask: (message: ToPractice) => Promise<FromPractice> } {
    const child = fork(resolve("main/practice/index.ts"), [], {
      execArgv: ["--import", PARENT_PORT],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const ask = async (message: ToPractice): Promise<FromPractice> => {
      child.send(message);
      const [answer] = await once(child, "message");
      return answer;
    };
    return { child, ask };
  }

  it("keeps its address and token over a restart, goes down and up, and stops", async () => {
    const folder = temporaryFolder();
    const init: ToPractice = { type: "init", folder, port: 0, sqliteBinding: null, language: "en", up: true };
    const first = start();
    const state = await first.ask(init);
    expect(state).toMatchObject({ type: "state", up: true, tenantId: 7001, userId: 501, language: "en" });
    expect(existsSync(join(folder, "reference-data", "product.csv"))).toBe(true);
    expect(await first.ask({ type: "setUp", up: false })).toEqual({ ...state, up: false });
    expect(await first.ask({ type: "setUp", up: true })).toEqual(state);
    expect(await first.ask(init)).toMatchObject({ type: "failed" });
    first.child.send({ type: "stop" });
    expect(await once(first.child, "exit")).toEqual([0, null]);
    expect(await start().ask(init)).toEqual(state);
  });

  it("gives its shop the names of a language, and keeps what was changed in its books", async () => {
    const folder = temporaryFolder();
    const { ask } = start();
    const rows = (kind: string) => readFileSync(join(folder, "reference-data", `${kind}.csv`), "utf8");
    await ask({ type: "init", folder, port: 0, sqliteBinding: null, language: "en", up: true });
    expect(rows("product")).toContain("Basmati rice 5 kg,");
    const db = new Database(join(folder, "practice-books.sqlite"));
    onTestFinished(() => void db.close());
    db.exec(
      "UPDATE measure_unit SET deleted = 0 WHERE id = '5'; UPDATE voucher SET note = 'Mine' WHERE amount = '25000'",
    );
    expect(await ask({ type: "name", language: "ar" })).toMatchObject({
      type: "state",
      up: true,
      language: "ar",
    });
    expect(rows("product")).toContain("أرز بسمتي 5 كجم,");
    for (const kind of ["product", "store", "permission"])
      expect(rows(kind).split("\r\n").slice(1).join(), kind).not.toMatch(/[a-z]{3,}/);
    expect(rows("measureUnit")).toContain("5,نصف درزن,1,6,0");
    expect(rows("taxVoucher")).toContain("Mine");
    expect(rows("taxVoucher")).toContain("رسوم نظافة");
  });

  it("says in a sentence what keeps it from starting", async () => {
    const { port } = await startPractice();
    const { ask } = start();
    const failed = await ask({
      type: "init",
      folder: temporaryFolder(),
      port,
      sqliteBinding: null,
      language: "en",
      up: true,
    });
    expect(failed).toEqual({
      type: "failed",
      message: `Port ${port} on 127.0.0.1 is taken by another program; choose another port.`,
    });
  });
});
