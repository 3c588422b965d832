import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  appendLine,
  ledgerText,
  readLedger,
  totalsOf,
  treeVersion,
} from "../../../scripts/lib/checks/nightly-ledger.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "counterside-ledger-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const line = (seed: number, result: "held" | "failed" = "held", version = "here") => ({
  seed,
  hours: 720,
  ran: 300,
  steps: 1_000,
  seconds: 60,
  version,
  result,
  problems: result === "held" ? [] : ["nothingLost: it is gone"],
  figures: { kill: 2, power_cut: 1 },
});

it("a simulation goes on where it stopped, and counts each seed once and no line that a kill cut off", () => {
  const path = join(folder, "deep", "state.jsonl");
  expect(readLedger(path, "here").size).toBe(0);
  for (const seed of [1, 2, 2]) appendLine(path, line(seed));
  appendFileSync(path, JSON.stringify(line(3)).slice(0, 40));
  expect([...readLedger(path, "here").keys()]).toEqual([1, 2]);
  appendLine(path, line(4, "failed"));
  const totals = totalsOf(readLedger(path, "here").values());
  expect(totals).toMatchObject({ seeds: 2, hours: 1_440, failed: [4], figures: { kill: 4, power_cut: 2 } });
  expect(ledgerText(totals, { version: "here", command: "run" })).toContain("| seeds that failed | 1 (4) |");
});

it("a simulation refuses to add up runs of different trees", () => {
  const path = join(folder, "state.jsonl");
  appendLine(path, line(1, "held", "elsewhere"));
  expect(() => readLedger(path, "here")).toThrow(/holds seeds of another tree/);
  writeFileSync(path, "no ledger\n");
  expect(() => readLedger(path, "here")).toThrow(/is no result of a seed/);
});

it("the tree's version changes with a file that a result depends on, and with no other", () => {
  for (const of of [
    "main/engine",
    "main/lib",
    "main/shell",
    "main/practice",
    "contract",
    "test/faults/simulator",
  ])
    mkdirSync(join(folder, of), { recursive: true });
  writeFileSync(join(folder, "main/engine/a.ts"), "1");
  const before = treeVersion(folder);
  writeFileSync(join(folder, "main/shell/b.ts"), "1");
  writeFileSync(join(folder, "test/faults/c.test.ts"), "1");
  expect(treeVersion(folder)).toBe(before);
  writeFileSync(join(folder, "main/engine/a.ts"), "2");
  expect(treeVersion(folder)).not.toBe(before);
});
