import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { fromBufferPromise } from "yauzl";
import { NOT_CONNECTED } from "../../../../main/engine/sync/status.ts";
import { defaultSettings } from "../../../../main/shell/settings.ts";
import { createSupport, type SupportParts } from "../../../../main/shell/support/support.ts";

const TOKEN = "tok-very-secret-0123456789";

function parts(folder: string, change: Partial<SupportParts> = {}): SupportParts {
  const logFolder = join(folder, "logs");
  mkdirSync(logFolder, { recursive: true });
  writeFileSync(join(logFolder, "main.log"), `[info] Bearer ${TOKEN} and /home/amal/books\nlast line\n`);
  mkdirSync(join(folder, "crashes"));
  writeFileSync(join(folder, "crashes", "one.dmp"), `memory with ${TOKEN}`);
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
      ...{ platform: "linux", version: "0.1.0", electron: "45", chromium: "1", packaged: true },
      ...{ testBuild: false, locale: "ar", logFolder },
    }),
    settings: () => defaultSettings("en"),
    vaultStatus: async () => ({ backend: "gnome_libsecret", canKeep: true, thisRunOnly: false, lost: false }),
    pinIsSet: () => true,
    secrets: () => [TOKEN],
    system: () => "linux 6 x64",
    crashFolder: join(folder, "crashes"),
    crashReports: () => [{ name: "one.json", text: `{ "reason": "${TOKEN}" }` }],
    home: "/home/amal",
    readme: () => "what is in it",
    askWhere: async (name) => join(folder, name),
    now: () => new Date("2026-11-20T10:00:00.000Z"),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
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
  const saved = await createSupport(parts(folder))["support.save"]({});
  expect(saved.path).toBe(join(folder, "counterside-support-2026-11-20-10-00.zip"));
  const files = await unpacked(saved.path ?? "");
  expect([...files.keys()].sort()).toEqual(
    [
      ...[
        "README.txt",
        "counter.json",
        "crashes.json",
        "crashes/one.json",
        "environment.json",
        "logs/main.log",
        "settings.json",
      ],
    ].sort(),
  );
  const all = [...files.values()].join("\n");
  expect(all).not.toContain(TOKEN);
  expect(all).not.toContain("amal");
  expect(files.get("logs/main.log")).toContain("~/books\nlast line");
  expect(files.get("crashes.json")).toContain("one.dmp");
  expect(files.get("settings.json")).toContain('"pinIsSet": true');
  expect(saved.files.map(({ name }) => name).sort()).toEqual([...files.keys()].sort());
});

it("is not saved where a secret slipped through the removal", async () => {
  const folder = newFolder();
  const reversed = [...TOKEN].reverse().join("");
  const support = createSupport(parts(folder, { readme: () => `by mistake: ${reversed}` }));
  await expect(async () => support["support.save"]({})).rejects.toMatchObject({
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
  const { path } = await support["support.save"]({});
  expect((await unpacked(path ?? "")).get("counter.json")).toContain("The engine is gone.");
});

it("answers no path where the person cancelled, and words where it can't be written", async () => {
  const folder = newFolder();
  const cancelled = createSupport(parts(folder, { askWhere: async () => null }));
  expect((await cancelled["support.save"]({})).path).toBeNull();
  const other = newFolder();
  const nowhere = createSupport(parts(other, { askWhere: async () => join(other, "none", "x.zip") }));
  await expect(async () => nowhere["support.save"]({})).rejects.toMatchObject({ code: "file_unreadable" });
});
