import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { openDatabase } from "../../../../main/engine/store/file/open-database.ts";
import { migrate } from "../../../../main/engine/store/migrations/index.ts";
import { openWitness, readWitness, witnessPath } from "../../../../main/engine/store/recovery/witness.ts";
import { newFolder } from "../../../helpers/engine.ts";

const padded = (n: number): string => String(n).padStart(15, "0");

it("a witness whose sum doesn't fit was torn, and says nothing", () => {
  const path = join(newFolder(), "shop.sqlite");
  writeFileSync(witnessPath(path), `${padded(7)} ${padded(3)} ${padded(10)}\n`);
  expect(readWitness(path)).toEqual({ entry: 7, attempt: 3 });
  writeFileSync(witnessPath(path), `${padded(9)} ${padded(3)} ${padded(10)}\n`);
  expect(readWitness(path)).toBeNull();
});

it("a witness that was closed holds its file no longer", () => {
  const path = join(newFolder(), "shop.sqlite");
  const db = openDatabase(path, null);
  onTestFinished(() => void db.close());
  migrate(db);
  const trouble = vi.fn();
  const witness = openWitness(db, newFolder(), trouble);
  witness.close();
  rmSync(witnessPath(path));
  witness.noteEntry(1);
  witness.close();
  expect(readWitness(path)).toEqual({ entry: 1, attempt: 0 });
  expect(trouble).not.toHaveBeenCalled();
});
