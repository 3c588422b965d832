/** An import leaves the room that entries need, on a real disk that is small. */
import { readdirSync, readFileSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createRejectedFile } from "../../../../main/engine/import/run/rejected-rows.ts";
import { aReturn, connect, newFolder, openTestEngine } from "../../../helpers/engine.ts";
import { mountDisk } from "../../../helpers/small-disk.ts";

const MB = 1_000_000;
const RESERVE = 100 * MB;

it("an import stops in words while the disk still has room for entries, and what is in stays", async (context) => {
  const disk = mountDisk(context, "size=160m");
  const free = (): number => statfsSync(disk).bavail * statfsSync(disk).bsize;
  const engine = openTestEngine({ profile: join(disk, "profile") });
  await connect(engine, "http://127.0.0.1:9");
  const path = join(newFolder(), "vouchers.csv");
  const note = "n".repeat(19_000);
  const rows = Array.from(
    { length: 6_000 },
    (_, n) =>
      `00000000-0000-4000-8000-${String(n).padStart(12, "0")},YER,5,${note},1,,,2026-01-31T09:30:00Z\n`,
  );
  const header = "serialNo,currencyId,amount,note,status,creatorUserId,creatorDeviceId,updatedAt\n";
  writeFileSync(path, header + rows.join(""));
  const stopped = await engine.refusal("referenceData.import", { kind: "taxVoucher", path });
  expect(stopped).toMatchObject({ code: "storage_full", details: { dryRun: false, reserveBytes: RESERVE } });
  expect(stopped.message).toMatch(/kept for entries; the \d+ rows that were taken in so far stay/);
  // The log of what came in last is written into the file once more.
  expect(free()).toBeGreaterThan(RESERVE / 2);
  const { entryId } = await engine.call("purchaseReturn.post", aReturn());
  expect((await engine.entry(entryId)).state).toBe("pending");
});

it("rejected rows that find no room on their disk are reported as that, and leave no half of a file", async (context) => {
  const disk = mountDisk(context, "size=128k");
  const target = join(disk, "rejected.csv");
  const row = (letters: number) => ({ line: 2, problems: [], cells: ["n".repeat(letters)] });
  const fitting = createRejectedFile(target);
  await fitting.write(["id"], [row(1_000)]);
  expect(await fitting.finish()).toBe(true);
  await fitting.abandon();
  const older = readFileSync(target, "utf8");

  const large = createRejectedFile(target);
  await large.write(["id"], [row(1_000)]);
  await expect(large.write(["id"], [row(500_000)])).rejects.toMatchObject({
    code: "storage_full",
    details: { path: target },
  });
  await large.abandon();
  expect(readdirSync(disk)).toEqual(["rejected.csv"]);
  expect(readFileSync(target, "utf8")).toBe(older);
});

it("rejected rows for a disk that can't be written are reported as that", async (context) => {
  const target = join(mountDisk(context, "size=128k,ro"), "rejected.csv");
  const file = createRejectedFile(target);
  await expect(file.write(["id"], [{ line: 2, problems: [], cells: [] }])).rejects.toMatchObject({
    code: "storage_read_only",
    details: { path: target },
  });
  await file.abandon();
});
