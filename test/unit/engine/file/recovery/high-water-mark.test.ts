import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { openDatabase } from "../../../../../main/engine/file/database/open-database.ts";
import {
  highWaterMarkPath,
  openHighWaterMark,
  readHighWaterMark,
} from "../../../../../main/engine/file/recovery/high-water-mark.ts";
import { migrate } from "../../../../../main/engine/file/schema/migrations.ts";
import { newFolder } from "../../../../helpers/engine.ts";

const padded = (n: number): string => String(n).padStart(15, "0");

it("a high-water mark whose sum doesn't fit was torn, and says nothing", () => {
  const path = join(newFolder(), "shop.sqlite");
  writeFileSync(highWaterMarkPath(path), `${padded(7)} ${padded(3)} ${padded(10)}\n`);
  expect(readHighWaterMark(path)).toEqual({ entry: 7, attempt: 3 });
  writeFileSync(highWaterMarkPath(path), `${padded(9)} ${padded(3)} ${padded(10)}\n`);
  expect(readHighWaterMark(path)).toBeNull();
});

it("a high-water mark that was closed holds its file no longer", () => {
  const path = join(newFolder(), "shop.sqlite");
  const db = openDatabase(path, null);
  onTestFinished(() => void db.close());
  migrate(db);
  const readFailed = vi.fn();
  const highWaterMark = openHighWaterMark(db, newFolder(), readFailed);
  highWaterMark.close();
  rmSync(highWaterMarkPath(path));
  highWaterMark.noteEntry(1);
  highWaterMark.close();
  expect(readHighWaterMark(path)).toEqual({ entry: 1, attempt: 0 });
  expect(readFailed).not.toHaveBeenCalled();
});
