/** The file of rejected rows: whole, mendable, and written nowhere but where it may be. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRejectedFile } from "../../../../main/engine/import/run/rejected-rows.ts";
import { openShop } from "./shop-files.ts";
import { preview, refusedIn, run, type Shop } from "./wizard-steps.ts";
import { xlsxOf } from "./xlsx-files.ts";

describe("the file of rejected rows", () => {
  const outside = (shop: Shop, name = "rejected.csv"): string => join(shop.folder, name);

  it("holds line, reason and the cells, is safe in a sheet program, and is imported when corrected", async () => {
    const shop = openShop();
    const rejectedPath = outside(shop);
    const path = shop.put(
      'no,label\nx,"=HYPERLINK(""http://x"")"\n1,Good\n2,\ny,\'=quoted\n-5x,"two\nlines"\n3\n',
    );
    const mapping = { no: "id", label: "name" };
    const answer = await run(shop, { kind: "store", path, mapping, rejectedPath });
    expect(answer).toMatchObject({ added: 1, rejectedCount: 5, rejectedPath });
    const written = readFileSync(rejectedPath, "utf8");
    expect(written.split("\r\n").slice(0, 3)).toEqual([
      '\uFEFF"rejectedLine","rejectedReason","no","label"',
      `"2","id: ""x"" is not a whole number","x","'=HYPERLINK(""http://x"")"`,
      '"4","name: is empty","2",""',
    ]);
    expect(written).toContain(`,"y","''=quoted"`);
    expect(written).toContain(`,"'-5x",`);

    const again = await run(shop, { kind: "store", path: rejectedPath, mapping });
    expect(again).toMatchObject({ added: 0, rejectedCount: 5, ignoredColumns: [] });
    expect(again.rejected.map(({ problems }) => problems)).toEqual(
      answer.rejected.map(({ problems }) => problems),
    );

    const corrected = written
      .replace(',"x",', ",10,")
      .replace(',"y",', ",11,")
      .replace('empty","2",""', 'empty",2,Two');
    const correctedPath = shop.put(corrected, "corrected.csv");
    const last = await run(shop, { kind: "store", path: correctedPath, mapping, rejectedPath });
    expect(last).toMatchObject({ added: 3, rejectedCount: 2 });
    expect(shop.db.prepare("SELECT name FROM store ORDER BY id").pluck().all()).toEqual([
      ...["Good", "Two", '=HYPERLINK("http://x")', "'=quoted"],
    ]);
    // An older file of rejected rows gives way to the newer one.
    expect(readFileSync(rejectedPath, "utf8").split("\r\n")[0]).toBe(
      '\uFEFF"rejectedLine","rejectedReason","no","label"',
    );
  });

  it("brings every cell of every rejected row back, also of a spreadsheet", async () => {
    const cell = fc
      .array(fc.constantFrom(...("ab'=+-@,;\" \t\n\r5شé".match(/./gsu) ?? [])), { maxLength: 6 })
      // In a cell of several lines separators would look like rows of their own.
      .map((all) => (/[\n\r]/.test(all.join("")) ? all.filter((one) => one !== ",") : all).join(""));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (cells, asSheet) => {
          const shop = openShop();
          const table = [["id", "name", "note"], ...cells.map(([one, two]) => ["wrong", one, two])];
          const content = asSheet
            ? xlsxOf(table)
            : table.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(",")).join("\n");
          const rejectedPath = outside(shop);
          await run(shop, { kind: "store", path: shop.put(content), rejectedPath });
          const seen = await preview(shop, { kind: "store", path: rejectedPath });
          expect(seen.rows.map((row) => row.cells)).toEqual(table.slice(1));
        },
      ),
      { numRuns: 40 },
    );
  });

  it("is separated by commas when it is read again, whatever is in its cells of several lines", async () => {
    const shop = openShop();
    const rejectedPath = outside(shop);
    const path = shop.put('id,name,note\nwrong,"\r\t","\r\t"\n');
    await run(shop, { kind: "store", path, rejectedPath });
    const { delimiter, rows } = await preview(shop, { kind: "store", path: rejectedPath });
    expect(delimiter).toBe("comma");
    expect(rows.map(({ cells }) => cells)).toEqual([["wrong", "\r\t", "\r\t"]]);
  });

  it("is not made where nothing is rejected, is made by a dry run too, and leaves no half of itself", async () => {
    const shop = openShop();
    const rejectedPath = outside(shop);
    const good = await run(shop, { kind: "store", path: shop.put("id,name\n1,A\n"), rejectedPath });
    expect(good).not.toHaveProperty("rejectedPath");
    expect(existsSync(rejectedPath)).toBe(false);
    const dry = await run(shop, {
      kind: "store",
      path: shop.put(`id,name\n${"x,A\n".repeat(2_500)}`),
      rejectedPath,
      dryRun: true,
    });
    expect(dry).toMatchObject({ rejectedPath, rejectedCount: 2_500 });
    expect(readFileSync(rejectedPath, "utf8").trimEnd().split("\r\n")).toHaveLength(2_501);
    expect(readdirSync(shop.folder).sort()).toEqual(["books", "file.csv", "rejected.csv"]);
  });

  it("may have rows without anything in the file's own columns when it is read again: they are passed over", async () => {
    const shop = openShop();
    const table = [
      ["rejectedLine", " rejectedReason ", "id", "name"],
      ["2", "why", "1", "'=A"],
      ["3", "why", "", " "],
      ["", "", "", ""],
      ["4", "why", "x", "B"],
    ];
    const csv = table.map((cells) => cells.join(",")).join("\n");
    for (const content of [csv, `\uFEFF${csv}`, xlsxOf(table)]) {
      const path = shop.put(content);
      expect(await run(shop, { kind: "store", path, dryRun: true })).toMatchObject({
        added: 1,
        ignoredColumns: [],
        rejected: [{ line: 5, problems: [{ column: "id", code: "notWhole", params: { cell: '"x"' } }] }],
      });
    }
    const wrong = { attributes: 't="e"', content: "<v>#REF!</v>" };
    const sheet = shop.put(
      xlsxOf([...table.slice(0, 1), ["2", "why", wrong, "A"], ["3", "why", "2", wrong]]),
    );
    expect(refusedIn(await run(shop, { kind: "store", path: sheet, dryRun: true }))).toEqual([
      [2, "id: cellError"],
      [3, "name: cellError"],
    ]);
    // Only both columns at the beginning make it such a file: else a guard is a part of the name.
    const path = shop.put("rejectedLine,id,name,rejectedReason\n2,1,'=A,why\n");
    await run(shop, { kind: "store", path });
    expect(shop.db.prepare("SELECT name FROM store").pluck().all()).toEqual(["'=A"]);
  });

  it("is reported as what can't be written where its folder goes away meanwhile, and not the imported file", async () => {
    const shop = openShop();
    const folder = outside(shop, "out");
    mkdirSync(folder);
    const rejectedPath = join(folder, "rejected.csv");
    const path = shop.put(`id,name\n${"x,A\n".repeat(20_000)}`);
    const importing = run(shop, { kind: "store", path, rejectedPath }).catch((error: unknown) => error);
    while (readdirSync(folder).length === 0) await new Promise((resolve) => setImmediate(resolve));
    rmSync(folder, { recursive: true });
    expect(await importing).toMatchObject({
      code: "file_invalid",
      details: { path: rejectedPath, reason: "not_writable", os: "ENOENT" },
      message: expect.stringMatching(/^The rejected rows can't be written there: there is no such folder: /),
    });

    // What was taken in before is written down all the same.
    mkdirSync(folder);
    const both = shop.put(
      `id,name\n${Array.from({ length: 5_000 }, (_, n) => `${n + 1},A\n`).join("")}${"x,A\n".repeat(20_000)}`,
    );
    const second = run(shop, { kind: "store", path: both, rejectedPath }).catch((error: unknown) => error);
    while (readdirSync(folder).length === 0) await new Promise((resolve) => setImmediate(resolve));
    rmSync(folder, { recursive: true });
    expect(await second).toMatchObject({ code: "file_invalid" });
    expect(shop.db.prepare("SELECT kind, added FROM import_log").all()).toEqual([
      { kind: "store", added: 5_000 },
    ]);

    const gone = createRejectedFile(rejectedPath);
    const rows = [{ line: 2, problems: [], cells: [] }];
    await expect(gone.write(["id"], rows)).rejects.toMatchObject({ details: { os: "ENOENT" } });
    await gone.abandon();
  });

  it("is written nowhere but where it may be, and then nothing is imported", async () => {
    const shop = openShop();
    const path = shop.put("id,name\nx,A\n1,B\n");
    const other = outside(shop, "other.csv");
    writeFileSync(other, "id,name\n");
    const link = outside(shop, "link.csv");
    symlinkSync(other, link);
    const places: [string, string][] = [
      [join(shop.books, "rejected.csv"), "live_folder"],
      [path, "same_file"],
      [other, "not_rejected_rows"],
      [link, "not_rejected_rows"],
      [shop.books, "not_rejected_rows"],
      [join(outside(shop), "no", "such.csv"), "not_writable"],
      ["a\0b", "zero_byte"],
    ];
    for (const [rejectedPath, reason] of places)
      await expect(run(shop, { kind: "store", path, rejectedPath })).rejects.toMatchObject({
        code: "file_invalid",
        details: { reason },
      });
    expect(shop.db.prepare("SELECT count(*) FROM store").pluck().get()).toBe(0);
    const corrected = outside(shop, "corrected.csv");
    writeFileSync(corrected, "\uFEFFrejectedLine,rejectedReason,id,name\r\n2,why,x,A\r\n");
    await expect(
      run(shop, { kind: "store", path: corrected, rejectedPath: corrected }),
    ).rejects.toMatchObject({
      details: { reason: "same_file" },
    });
  });
});
