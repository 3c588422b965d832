import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { fromBufferPromise } from "yauzl";
import { logLine } from "../../../../contract/log-line.ts";
import { NOT_CONNECTED } from "../../../../main/engine/core/sync/status.ts";
import { openLog } from "../../../../main/shell/log.ts";
import { defaultSettings } from "../../../../main/shell/settings.ts";
import { createSupport, type SupportDeps } from "../../../../main/shell/support.ts";
import { CALL, SILENT } from "../../../helpers/file-context.ts";

const TOKEN = "tok-very-secret-0123456789";

function parts(folder: string, change: Partial<SupportDeps> = {}): SupportDeps {
  const logFolder = join(folder, "logs");
  mkdirSync(logFolder, { recursive: true });
  const lines = [
    `[2026-11-20 10:00:00.000] [info] Bearer ${TOKEN} and /home/amal/books`,
    JSON.stringify(logLine("2026-11-20T10:00:00.000Z", "info", "The engine is ready", { pid: 4120 })),
  ];
  writeFileSync(join(logFolder, "main.log"), `${lines.join("\n")}\n`);
  return {
    invoke: async () => ({
      ok: true,
      value: {
        madeAt: "2026-11-20T10:00:00.000Z",
        engine: { version: "0.1.0", node: "24", sqlite: "3" },
        connection: null,
        file: "closed",
        busy: null,
        status: NOT_CONNECTED,
        resendUnknown: false,
        storage: { files: [], freeBytes: 12, schemaVersion: null, pragmas: {} },
        entriesByState: {},
        auditEntries: 0,
        entries: [],
        attempts: [],
      },
    }),
    environment: () => ({
      platform: "linux",
      version: "0.1.0",
      electron: "45",
      chromium: "1",
      packaged: true,
      testBuild: false,
      locale: "ar",
      logFolder,
    }),
    settings: () => defaultSettings("en"),
    vaultStatus: async () => ({ backend: "gnome_libsecret", canKeep: true, thisRunOnly: false, lost: false }),
    hasPeople: () => true,
    secrets: () => [TOKEN],
    system: () => "6.1.0",
    readme: () => "what is in it",
    askWhere: async (name) => join(folder, name),
    now: () => new Date("2026-11-20T10:00:00.000Z"),
    log: SILENT,
    ...change,
  };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "counterside-test-support-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function unpacked(path: string): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(readFileSync(path));
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString("utf8"));
  return files;
}

it("holds what was said, and neither the token nor the home folder's name", async () => {
  const folder = newFolder();
  const saved = await createSupport(parts(folder))["support.save"](CALL, {});
  expect(saved.path).toBe(join(folder, "counterside-support-2026-11-20-10-00.zip"));
  const files = await unpacked(saved.path ?? "");
  expect([...files.keys()].sort()).toEqual(
    ["README.txt", "counter.json", "environment.json", "logs/main.log", "settings.json"].sort(),
  );
  const all = [...files.values()].join("\n");
  expect(all).not.toContain(TOKEN);
  expect(all).not.toContain("amal");
  expect(files.get("logs/main.log")).toBe(
    `{"at":"2026-11-20T10:00:00.000Z","level":"info","message":"The engine is ready","pid":4120}\n{"linesLeftOut":1}\n`,
  );
  expect(files.get("settings.json")).toContain('"hasPeople": true');
  expect(saved.files.map(({ name }) => name).sort()).toEqual([...files.keys()].sort());
});

it.runIf(process.platform !== "win32")(
  "waits for no pipe that lies under the name of an older log",
  async () => {
    const folder = newFolder();
    const made = parts(folder);
    execFileSync("mkfifo", [join(folder, "logs", "main.1.log")]);
    mkdirSync(join(folder, "logs", "main.2.log"));
    const { files } = await createSupport(made)["support.contents"](CALL, {});
    expect(files.map(({ name }) => name).filter((name) => name.startsWith("logs/"))).toEqual([
      "logs/main.log",
    ]);
  },
);

it("shows every file of the bundle word for word before it is saved", async () => {
  const folder = newFolder();
  const support = createSupport(parts(folder));
  const [shown, saved] = [
    await support["support.contents"](CALL, {}),
    await support["support.save"](CALL, {}),
  ];
  expect(shown.files.map(({ text: _, ...file }) => file)).toEqual(saved.files);
  for (const { text, bytes } of shown.files) expect(Buffer.byteLength(text)).toBe(bytes);
  expect(shown.files.find(({ name }) => name === "settings.json")?.text).toContain('"language"');
});

it("is not saved where a secret slipped through the removal", async () => {
  const folder = newFolder();
  const reversed = [...TOKEN].reverse().join("");
  const support = createSupport(parts(folder, { readme: () => `by mistake: ${reversed}` }));
  await expect(async () => support["support.save"](CALL, {})).rejects.toMatchObject({
    code: "support_secret_found",
    details: { file: "README.txt" },
  });
});

it("says why the engine did not answer, and goes on without it", async () => {
  const folder = newFolder();
  const support = createSupport(
    parts(folder, {
      invoke: async () => ({
        ok: false,
        error: { code: "engine_unavailable", message: "The engine is gone.", details: {} },
      }),
    }),
  );
  const { path } = await support["support.save"](CALL, {});
  expect((await unpacked(path ?? "")).get("counter.json")).toBe('{\n  "problem": "engine_unavailable"\n}\n');
});

it("answers no path where the person cancelled, and words where it can't be written", async () => {
  const folder = newFolder();
  const cancelled = createSupport(parts(folder, { askWhere: async () => null }));
  expect((await cancelled["support.save"](CALL, {})).path).toBeNull();
  const other = newFolder();
  const nowhere = createSupport(parts(other, { askWhere: async () => join(other, "none", "x.zip") }));
  await expect(async () => nowhere["support.save"](CALL, {})).rejects.toMatchObject({
    code: "file_unreadable",
  });
});

const FOLDER = "C:\\Users\\Amal Noor";
/** The spellings that programs, runtimes and systems give one folder of Windows. */
const FOLDERS = [
  FOLDER,
  JSON.stringify(FOLDER).slice(1, -1),
  FOLDER.replaceAll("\\", "/"),
  `\\\\?\\${FOLDER}`,
  FOLDER.replace("C:", "c:"),
  "file:///C:/Users/Amal%20Noor",
  "C:\\Users\\AMALNO~1",
];
const FILE = "Al-Noor Trading 81235.50 مؤسسة النور.xlsx";
const BOOKS = /Amal|AMALNO|Noor|النور|81235|xlsx/i;

it("holds no file's name, no home folder in any spelling of Windows, no address and no words of an error", async () => {
  const folder = newFolder();
  const usual = parts(folder);
  const { logFolder } = usual.environment();
  rmSync(join(logFolder, "main.log"));
  const log = openLog(logFolder, false);
  for (const place of FOLDERS) {
    const path = `${place}\\${FILE}`;
    const error = Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), {
      code: "ENOENT",
    });
    error.stack = `Error: ${path}\n    at read (${place}\\Noor 81235\\out\\main\\index.js:10:5)\n    at ${path}:1:2`;
    log.warn("A print could not be saved", { path, error, said: path });
    log.error("An error that was made text", { error: String(error), reason: path, fields: [path] });
    log.error(`a sentence with ${path}`, {
      [path]: 1,
      code: path,
      kind: path,
      error: { name: path, places: [path] },
    });
  }
  writeFileSync(join(logFolder, `${FILE}.log`), FILE);
  writeFileSync(join(logFolder, "main.1.log"), `{"at":"${FILE}"}\n{"message":"${FILE}"}\n${FILE}\n`);
  const settings = {
    ...defaultSettings("en"),
    printerName: "Amal Noor's printer",
    updateServer: "https://noor-trading.example/81235",
    statusMeanings: { "81235": "Noor" },
  };
  const support = createSupport({
    ...usual,
    environment: () => ({
      platform: "win32",
      version: "0.1.0",
      electron: "45.4.1",
      chromium: "148.0.1.2",
      packaged: true,
      testBuild: false,
      locale: "ar-YE",
      logFolder,
    }),
    settings: () => settings,
    vaultStatus: async () => ({ backend: FOLDER, canKeep: true, thisRunOnly: true, lost: false }),
    system: () => FOLDER,
    invoke: async () => ({
      ok: false,
      error: { code: "storage_full", message: `no room for ${FOLDER}\\${FILE}`, details: { path: FILE } },
    }),
  });
  const saved = await support["support.save"](CALL, {});
  const files = await unpacked(saved.path ?? "");
  for (const [name, text] of files) {
    expect(name).not.toMatch(BOOKS);
    expect(text, name).not.toMatch(BOOKS);
  }
  const inLog = files.get("logs/main.log") ?? "";
  // What support needs is there: the code, and the place in the program.
  expect(inLog).toContain(
    '"error":{"name":"Error","code":"ENOENT","places":["main/index.js:10:5","elsewhere:1:2"]}',
  );
  expect(files.get("environment.json")).toContain('"chromium": "148.0.1.2"');
});
