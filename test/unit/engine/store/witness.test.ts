import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readWitness, witnessPath } from "../../../../main/engine/store/witness.ts";

const padded = (n: number): string => String(n).padStart(15, "0");

it("a witness whose sum doesn't fit was torn, and says nothing", () => {
  const folder = mkdtempSync(join(tmpdir(), "counterside-witness-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "shop.sqlite");
  writeFileSync(witnessPath(path), `${padded(7)} ${padded(3)} ${padded(10)}\n`);
  expect(readWitness(path)).toEqual({ entry: 7, attempt: 3 });
  writeFileSync(witnessPath(path), `${padded(9)} ${padded(3)} ${padded(10)}\n`);
  expect(readWitness(path)).toBeNull();
});
