/** Each place that puts a whole file under its name: the file is on the disk before its name is, and then its name too. */
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { createAuditExportService } from "../../main/engine/core/activity.ts";
import { createRejectedFile } from "../../main/engine/import/run/rejected-rows.ts";
import { openIncoming } from "../../main/shell/attachments.ts";
import { openCounter } from "../helpers/counter-backups.ts";
import { newFolder } from "../helpers/engine.ts";
import { noteFileCalls } from "../helpers/file-calls.ts";
import { CALL } from "../helpers/file-context.ts";
import { openShop } from "./engine/import/shop-files.ts";

/** Each writes its file into the folder, and says where. */
const PLACES: [string, (folder: string) => Promise<string>][] = [
  [
    "an export of the activity",
    async (folder) => {
      const parts = { db: openShop().db, emit: () => undefined, record: () => undefined };
      const service = createAuditExportService(parts, async () => null);
      return (await service.export(CALL, { path: join(folder, "activity.csv"), format: "csv" })).path;
    },
  ],
  [
    "rejected rows",
    async (folder) => {
      const path = join(folder, "rejected.csv");
      const file = createRejectedFile(path);
      try {
        await file.write(["id"], [{ line: 2, problems: [], cells: ["x"] }]);
        await file.finish();
      } finally {
        await file.abandon();
      }
      return path;
    },
  ],
  [
    "a file behind a reference",
    async (folder) => {
      const incoming = await openIncoming(folder);
      try {
        await incoming.write(Buffer.from("an invoice"));
        return join(folder, `${(await incoming.finish("invoice.pdf")).sha256}.pdf`);
      } finally {
        await incoming.abort();
      }
    },
  ],
];

/** The file of this name was flushed before it got the name, and its folder since. */
function expectKept(calls: readonly string[], name: string, folder: string): void {
  const named = calls.findIndex((call) => call.startsWith("rename ") && call.endsWith(` ${name}`));
  const unfinished = calls[named]?.split(" ")[1];
  expect(calls.slice(0, named)).toContain(`flush ${unfinished}`);
  expect(calls.slice(named)).toContain(`flush ${basename(folder)}`);
}

it.each(PLACES)("%s is flushed, named, and then its folder is flushed", async (_, write) => {
  const folder = newFolder();
  const calls = noteFileCalls();
  const name = basename(await write(folder));
  expectKept(calls, name, folder);
  expect(readdirSync(folder)).toEqual([name]);
});

it.each(PLACES)("%s that can't be flushed is not named, and nothing is left of it", async (_, write) => {
  const folder = newFolder();
  noteFileCalls((call) => {
    if (call.startsWith("flush ") && readdirSync(folder).length > 0)
      throw Object.assign(new Error("EIO: i/o error, fsync"), { code: "EIO", syscall: "fsync" });
  });
  await expect(write(folder)).rejects.toThrow(folder);
  expect(readdirSync(folder)).toEqual([]);
});

it("the choice of the second folder is flushed, named, and then the profile is flushed", async () => {
  const { rotation, profile } = openCounter();
  const calls = noteFileCalls();
  await rotation.setSecondFolder(null);
  expectKept(calls, "places.json", profile);
});

it("the folder of the files behind references is on the disk before a file in it is named", async () => {
  const profile = newFolder();
  const calls = noteFileCalls();
  const incoming = await openIncoming(join(profile, "attachments"));
  await incoming.write(Buffer.from("an invoice"));
  await incoming.finish("invoice.pdf");
  const isFlush = (call: string) => call === `flush ${basename(profile)}`;
  expect(calls.findIndex(isFlush)).toBe(0);
});
