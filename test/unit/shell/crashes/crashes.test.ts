/** Faults written down: scrubbed, bounded, shown, deleted, and sent only where the owner named a server. Real files, real HTTP. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CrashParts, createCrashes } from "../../../../main/shell/crashes/crashes.ts";
import { type Post, sendReport } from "../../../../main/shell/crashes/send.ts";
import { findSecret } from "../../../../main/shell/support/find-secret.ts";
import { rememberingLog } from "../stand-ins.ts";

const TOKEN = "tok/very+secret-0123456789";
const START = Date.parse("2026-11-20T10:00:00.000Z");

let profile: string;
let now: number;
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), "counterside-crashes-"));
  now = START;
});
afterEach(() => rmSync(profile, { recursive: true, force: true }));

const post: Post = (url, body, signal) => fetch(url, { method: "POST", body, signal, redirect: "error" });
const dumpFolder = () => join(profile, "crashes", "dumps");
const reportFolder = () => join(profile, "crashes", "reports");

function crashes(change: Partial<CrashParts> = {}) {
  const logFolder = join(profile, "logs");
  mkdirSync(logFolder, { recursive: true });
  writeFileSync(
    join(logFolder, "main.log"),
    `[info] began in /home/amal/books\n[warn] Authorization: Bearer ${TOKEN}\n`,
  );
  let names = 0;
  return createCrashes({
    ...{ profile, logFolder, dumpFolder: dumpFolder(), dumpsPossible: true, home: "/home/amal", post },
    facts: { version: "1.0.0", platform: "linux 6 x64", electron: "45" },
    ...{ secrets: () => [TOKEN], policy: undefined, now: () => now, log: rememberingLog() },
    randomName: () => {
      names += 1;
      return `name${names}`;
    },
    later: (_, act) => act(),
    ...change,
  });
}

function dump(name: string, content: string, at: number): string {
  const path = join(dumpFolder(), "completed", name);
  mkdirSync(join(dumpFolder(), "completed"), { recursive: true });
  writeFileSync(path, content);
  utimesSync(path, at / 1_000, at / 1_000);
  return path;
}

/** As Electron's handler writes whose picture it is. */
const pictureOf = (type: string) =>
  `MDMP memory \x0c\0\0\0process_type\0\0\0\0${String.fromCharCode(type.length)}\0\0\0${type}\0 memory`;

const list = async (made: ReturnType<typeof crashes>) => made.handlers["crashes.list"]({});
const filesOf = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

describe("a report", () => {
  it("holds the places in the program and the log, and neither the token, nor names, nor what was read", async () => {
    const made = crashes();
    made.note({
      process: "main",
      kind: "exception",
      message: `SyntaxError: Unexpected token 'x', "{"supplier":"مؤسسة النور","token":"${TOKEN}","amount":81235.50" is not valid JSON`,
      stack: `SyntaxError: "{"supplier":"Al-Noor"\n    at parse (/home/amal/app/out/main/index.js:10:5)\n    at async run (app://counterside/a.js:1:2)`,
    });
    const [only] = (await list(made)).reports;
    expect(only?.report).toMatchObject({ process: "main", kind: "exception", count: 1, version: "1.0.0" });
    expect(only?.report.reason).toMatch(/^SyntaxError: Unexpected token \[…\]/);
    expect(only?.report.stack).toBe(
      "    at parse (~/app/out/main/index.js:10:5)\n    at async run (app://counterside/a.js:1:2)",
    );
    expect(only?.report.log[0]).toContain("began in ~/books");
    for (const name of filesOf(reportFolder())) {
      const bytes = readFileSync(join(reportFolder(), name));
      expect(findSecret(bytes, [TOKEN])).toBeNull();
      expect(bytes.toString()).not.toMatch(/Noor|النور|81235|amal/);
    }
    expect(filesOf(reportFolder())).toHaveLength(1);
  });

  it("is only the bare fact where a secret is in it all the same", async () => {
    const hidden = Buffer.from(`padding ${TOKEN}`).toString("hex").slice(0, 39);
    const made = crashes({ secrets: () => [Buffer.from(hidden, "hex").toString().slice(8)] });
    made.note({ process: "page", kind: "exception", message: "x", stack: `    at ${hidden}` });
    const [only] = (await list(made)).reports;
    expect(only?.report).toMatchObject({ reason: "[withheld: it held a secret]", stack: null, log: [] });
  });

  it("of a fault that repeats itself is one, with a count; many different ones end at the bounds", async () => {
    const made = crashes();
    for (let at = 0; at < 250; at += 1) made.note({ process: "page", kind: "drawing", message: "again" });
    expect((await list(made)).reports.map(({ report }) => report.count)).toEqual([100]);
    for (let at = 0; at < 50; at += 1) {
      made.note({ process: "engine", kind: "exception", message: `fault ${"x".repeat(at)}` });
      now += 1_000;
    }
    expect((await list(made)).reports).toHaveLength(1 + 5);
  });

  it("goes when it is old, or one of too many", async () => {
    for (let run = 0; run < 30; run += 1) {
      const made = crashes({ randomName: () => `run${run}` });
      made.note({ process: "engine", kind: "process_gone", message: "crashed, exit code 11" });
      now += 60_000;
    }
    expect((await list(crashes())).reports).toHaveLength(20);
    now += 31 * 24 * 60 * 60_000;
    const made = crashes({ randomName: () => "late" });
    made.note({ process: "engine", kind: "process_gone", message: "crashed, exit code 11" });
    expect((await list(made)).reports).toHaveLength(1);
  });

  it("is told at the next start until a person has seen it, and deleted with the pictures of memory", async () => {
    const first = crashes();
    first.note({ process: "page", kind: "rejection", message: "lost" });
    expect((await list(first)).reports).toMatchObject([{ fromEarlierRun: false, seen: false }]);
    first.end();
    now += 1_000;
    const second = crashes();
    expect((await list(second)).reports).toMatchObject([{ fromEarlierRun: true, seen: false }]);
    await second.handlers["crashes.seen"]({});
    expect((await list(second)).reports).toMatchObject([{ seen: true }]);
    const picture = dump("a.dmp", "memory", now);
    await second.handlers["crashes.deleteAll"]({});
    expect(await list(second)).toMatchObject({ reports: [], dumps: { count: 0 } });
    expect(existsSync(picture)).toBe(false);
  });

  it("that was cut off on the disk is none, and doesn't stop the start", async () => {
    mkdirSync(reportFolder(), { recursive: true });
    writeFileSync(join(reportFolder(), "0123456789-cut.json"), '{"report": {');
    writeFileSync(join(profile, "crashes", "running.json"), "{");
    expect((await list(crashes())).reports).toEqual([]);
  });
});

describe("the program's own death", () => {
  it("is told where a picture of memory shows it, and not after a power cut", async () => {
    crashes();
    now += 5_000;
    expect((await list(crashes())).reports).toEqual([]);
    dump("page.dmp", pictureOf("renderer"), now + 1_000);
    now += 60_000;
    expect((await list(crashes())).reports).toEqual([]);
    dump("main.dmp", pictureOf("browser"), now + 1_000);
    now += 60_000;
    expect((await list(crashes())).reports).toMatchObject([
      { report: { process: "main", kind: "native" }, fromEarlierRun: true },
    ]);
  });
});

describe("a picture of memory", () => {
  it("stays only where it was searched for the token, and only a few", async () => {
    dump("holds.dmp", `memory ${Buffer.from(TOKEN).toString("base64")} memory`, now);
    const clean = [1, 2, 3, 4].map((minutes) => dump(`${minutes}.dmp`, "memory", now - minutes * 60_000));
    await crashes().settle();
    expect(clean.map((path) => existsSync(path))).toEqual([true, true, false, false]);
    expect(existsSync(join(dumpFolder(), "completed", "holds.dmp"))).toBe(false);
    await crashes({ secrets: () => [] }).settle();
    expect(filesOf(join(dumpFolder(), "completed"))).toEqual([]);
  });
});

describe("sending", () => {
  let server: Server;
  let heard: { body: string; headers: object }[];
  let answer: number;
  beforeEach(async () => {
    heard = [];
    answer = 204;
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (piece: Buffer) => {
        body += piece.toString();
      });
      request.on("end", () => {
        heard.push({ body, headers: request.headers });
        response.writeHead(answer, answer === 302 ? { location: "/elsewhere" } : {}).end();
      });
    });
    await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  });
  afterEach(() => new Promise((settle) => server.close(settle)));
  const url = () => {
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the server does not listen");
    return `http://127.0.0.1:${address.port}/crashes`;
  };

  it("never happens where the owner named no server", async () => {
    const made = crashes({ policy: { server: null, send: "always" } });
    made.note({ process: "page", kind: "exception", message: "x" });
    await made.settle();
    expect(await made.handlers["crashes.send"]({})).toEqual({ sent: 0, problem: null, status: null });
    expect(heard).toEqual([]);
  });

  it("waits for a person where the owner says ask, and happens once", async () => {
    const made = crashes({ policy: { server: url(), send: "ask" } });
    made.note({ process: "page", kind: "exception", message: `token ${TOKEN}`, stack: "    at a.js:1:1" });
    await made.settle();
    expect(heard).toEqual([]);
    expect(await made.handlers["crashes.send"]({})).toEqual({ sent: 1, problem: null, status: null });
    expect(await made.handlers["crashes.send"]({})).toEqual({ sent: 0, problem: null, status: null });
    expect(heard).toHaveLength(1);
    expect(JSON.parse(heard[0]?.body ?? "")).toMatchObject({
      format: "counterside-crash",
      report: { process: "page", stack: "    at a.js:1:1" },
    });
    expect(findSecret(Buffer.from(JSON.stringify(heard)), [TOKEN])).toBeNull();
    expect((await list(made)).reports[0]?.sentAt).not.toBeNull();
  });

  it("happens at the next start where the owner says always", async () => {
    const policy = { server: url(), send: "always" as const };
    crashes({ policy }).note({ process: "engine", kind: "process_gone", message: "crashed" });
    await crashes({ policy }).settle();
    expect(heard).toHaveLength(1);
  });

  it("keeps the report where the server refuses, redirects, or isn't there", async () => {
    const made = crashes({ policy: { server: url(), send: "ask" } });
    made.note({ process: "page", kind: "exception", message: "x" });
    answer = 500;
    expect(await made.handlers["crashes.send"]({})).toEqual({ sent: 0, problem: "refused", status: 500 });
    answer = 302;
    expect(await made.handlers["crashes.send"]({})).toMatchObject({ sent: 0, problem: "redirected" });
    expect(heard).toHaveLength(2);
    const [kept] = (await list(made)).reports;
    if (kept === undefined) throw new Error("the report is gone");
    expect(await sendReport(post, "http://127.0.0.1:9/", kept.report)).toMatchObject({
      problem: "unreachable",
    });
    expect(kept.sentAt).toBeNull();
  });
});
