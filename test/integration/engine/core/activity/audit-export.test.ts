/** The activity as a file: whole, streamed, harmless to open, and verified by a program that shares nothing with ours. */

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { NOBODY } from "../../../../../contract/call.ts";
import { CHANNELS } from "../../../../../contract/channels.ts";
import {
  createAuditExportService,
  createAuditListService,
} from "../../../../../main/engine/core/activity.ts";
import { createAuditStore } from "../../../../../main/engine/core/audit.ts";
import { newFolder } from "../../../../helpers/engine.ts";
import { CALL, NOTHING_REMEMBERED } from "../../../../helpers/file-context.ts";
import { openShop } from "../../import/shop-files.ts";

const VERIFIER = join(import.meta.dirname, "../../../../../scripts/verify-activity.mjs");

function verify(path: string, hash?: string): { ok: boolean; words: string } {
  try {
    const args = [VERIFIER, path, ...(hash === undefined ? [] : [hash])];
    return { ok: true, words: execFileSync(process.execPath, args, { encoding: "utf8", stdio: "pipe" }) };
  } catch (error) {
    return { ok: false, words: String(Reflect.get(Object(error), "stderr")) };
  }
}

function openExport() {
  const shop = openShop();
  const audit = createAuditStore(shop.db);
  const service = createAuditExportService(
    {
      db: shop.db,
      emit: (event) => shop.events.push(event),
      record: (_, ...act) => shop.recorded.push(act),
    },
    createAuditListService({ db: shop.db, auditMemory: NOTHING_REMEMBERED }).problem,
  );
  return {
    ...shop,
    close: service.close,
    act: (count: number, subject = "=SUM(A1)") =>
      shop.db.transaction(() => {
        for (let n = 0; n < count; n += 1)
          audit.append(
            { userId: n % 2 === 0 ? 501 : "9007199254740993", deviceId: "device", ...NOBODY },
            1_750_000_000_000 + n,
            "entry.discarded",
            subject,
            { n, words: 'سبب, "قال"\nثم' },
          );
      })(),
    take: async (format: "csv" | "jsonl", name: string) =>
      CHANNELS["audit.export"].output.parse(
        await service.export(
          CALL,
          CHANNELS["audit.export"].input.parse({ path: join(shop.folder, name), format }),
        ),
      ),
    refusal: (path: string) =>
      service.export(CALL, { path, format: "csv" }).then(
        () => "written",
        (error: unknown) => Reflect.get(Object(Reflect.get(Object(error), "details")), "reason"),
      ),
  };
}

describe.each(["csv", "jsonl"] as const)("the activity as %s", (format) => {
  it("is verified by others, up to the last hash", async () => {
    const shop = openExport();
    shop.act(2_500);
    const made = await shop.take(format, `activity.${format}`);
    expect(made).toMatchObject({ entries: 2_500, chainProblem: null });
    expect(verify(made.path, made.lastHash)).toEqual({
      ok: true,
      words: expect.stringContaining("2500 entries, an unbroken chain"),
    });
    expect(readFileSync(made.path).length).toBe(made.bytes);
    expect(shop.events.map(({ payload }) => payload)).toEqual([
      { entries: 1_000, total: 2_500 },
      { entries: 2_000, total: 2_500 },
      { entries: 2_500, total: 2_500 },
    ]);
    expect(shop.recorded).toEqual([
      ["audit.exported", `activity.${format}`, { entries: 2_500, lastHash: made.lastHash }],
    ]);
  });

  it("is verified with a subject that holds other signs for the end of a line", async () => {
    const shop = openExport();
    shop.act(3, "a\u2028b\u2029c\u0085d\re\nf\r\n=g\n.csv");
    const { path, lastHash } = await shop.take(format, "a");
    expect(verify(path, lastHash)).toMatchObject({ ok: true });
  });

  it("is verified with a subject that holds its own apostrophes before signs that begin a formula", async () => {
    const shop = openExport();
    shop.act(3, "'''=1+1; '=2|'-3");
    const { path, lastHash } = await shop.take(format, "a");
    expect(verify(path, lastHash)).toMatchObject({ ok: true });
  });

  it.each([
    ["a changed word", (text: string) => text.replaceAll("entry.discarded", "entry.resent")],
    ["a changed shown word only", (text: string) => text.replace("entry.discarded", "entry.resent")],
    ["a missing line", (text: string) => text.split("\n").toSpliced(3, 1).join("\n")],
    ["a word after the last cell or field", (text: string) => text.replace(/"(\}?\r?\n)$/, '" and more$1')],
    ["another spelling of the time", (text: string) => text.replace(/T(\d\d):(\d\d):/, " $1:$2:")],
    ["a line that is no entry", (text: string) => `${text}null\n`],
    ["a quote that is never closed", (text: string) => `${text}"`],
    ["an apostrophe more", (text: string) => text.replaceAll("سبب", "'سبب")],
  ])("doesn't pass with %s", async (_, spoil) => {
    const shop = openExport();
    shop.act(5);
    const { path } = await shop.take(format, "a");
    const text = readFileSync(path, "utf8");
    expect(spoil(text)).not.toBe(text);
    writeFileSync(path, spoil(text));
    expect(verify(path).ok).toBe(false);
  });

  it("doesn't pass with its end cut off, where the last hash is known", async () => {
    const shop = openExport();
    shop.act(5);
    const { path, lastHash } = await shop.take(format, "a");
    writeFileSync(path, readFileSync(path, "utf8").split("\n").toSpliced(4).join("\n"));
    expect(verify(path).ok).toBe(true);
    expect(verify(path, lastHash).ok).toBe(false);
  });

  it("is written anew over an earlier one, and says what is wrong with the chain", async () => {
    const shop = openExport();
    shop.act(3);
    await shop.take(format, "a");
    shop.db.exec("DROP TRIGGER audit_no_update; UPDATE audit SET subject = 'other' WHERE sequence = 2");
    const made = await shop.take(format, "a");
    expect(made.chainProblem).toBe("changed");
    expect(verify(made.path).ok).toBe(false);
  });

  it("is a separate file also where nothing was recorded", async () => {
    const shop = openExport();
    const made = await shop.take(format, "a");
    expect(made).toMatchObject({ entries: 0, lastHash: "0".repeat(64) });
    expect(verify(made.path, made.lastHash).ok).toBe(true);
  });
});

it("an empty file, and one that can't be read, is no verified activity, and is said to be none", () => {
  const folder = newFolder();
  const empty = join(folder, "empty.csv");
  writeFileSync(empty, "");
  expect(verify(empty)).toEqual({ ok: false, words: "This is not an exported activity file.\n" });
  for (const path of [join(folder, "missing.csv"), folder, join(folder, "n".repeat(300))]) {
    const { ok, words } = verify(path);
    expect([ok, words]).toEqual([false, expect.stringMatching(/^The file can't be read: [^\n]+\n$/)]);
  }
});

it("keeps a spreadsheet from running what staff typed", async () => {
  const shop = openExport();
  for (const subject of ["=1+1", "+1+1", "-x", "@x", "\tx", "a;=1+1"]) shop.act(1, subject);
  const { path } = await shop.take("csv", "a.csv");
  const text = readFileSync(path, "utf8");
  for (const cell of text.matchAll(/"((?:[^"]|"")*)"/g)) expect(cell[1]).not.toMatch(/(?:^|;)[=+\-@\t]/);
  expect(verify(path).ok).toBe(true);
});

it("replaces nothing that is no export, and leaves no half of a file", async () => {
  const shop = openExport();
  shop.act(2);
  const other = shop.put("accounts of the year", "other.csv");
  symlinkSync(other, join(shop.folder, "link.csv"));
  expect(await shop.refusal(other)).toBe("not_an_export");
  expect(await shop.refusal(join(shop.folder, "link.csv"))).toBe("not_an_export");
  expect(await shop.refusal(join(shop.books, "a.csv"))).toBe("live_folder");
  expect(await shop.refusal(join(shop.folder, "no such", "a.csv"))).toBe("not_writable");
  expect(readFileSync(other, "utf8")).toBe("accounts of the year");
  expect(existsSync(join(shop.books, "a.csv"))).toBe(false);
  expect(readdirSync(shop.folder).filter((name) => name.endsWith(".part"))).toEqual([]);
});

it("an export that is under way when the connection is closed has ended, and left nothing, before the close has", async () => {
  const shop = openExport();
  shop.act(5_000);
  const stopped = shop.refusal(join(shop.folder, "a.csv"));
  while (!readdirSync(shop.folder).some((name) => name.endsWith(".part")))
    await new Promise((done) => setImmediate(done));
  await shop.close();
  expect(readdirSync(shop.folder)).toEqual(["books"]);
  await stopped;
  expect(shop.recorded).toEqual([]);
});

it.runIf(process.platform === "linux")("a place that takes no file is refused as one", async () => {
  for (const path of ["/proc/a.csv", join(openShop().folder, `${"n".repeat(250)}.csv`)])
    expect(await openExport().refusal(path)).toBe("not_writable");
});

it("what fails and is not about the disk is thrown as it is", async () => {
  const { db, folder } = openShop();
  const error = new Error("not recorded");
  const service = createAuditExportService(
    {
      db,
      emit: () => undefined,
      record: () => {
        throw error;
      },
    },
    createAuditListService({ db, auditMemory: NOTHING_REMEMBERED }).problem,
  );
  await expect(service.export(CALL, { path: join(folder, "a.csv"), format: "csv" })).rejects.toBe(error);
});

it("writes a hundred thousand entries while others have their turn", { timeout: 60_000 }, async () => {
  const shop = openExport();
  shop.act(100_000);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const made = await shop.take("csv", "a.csv");
  clearInterval(timer);
  expect(made.entries).toBe(100_000);
  expect(turns).toBeGreaterThan(20);
  expect(verify(made.path, made.lastHash).ok).toBe(true);
});
