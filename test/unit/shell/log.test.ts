import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { openLog } from "../../../main/shell/log.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "counterside-test-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "logs");
}

const linesOf = (folder: string, name = "main.log"): unknown[] =>
  readFileSync(join(folder, name), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

it("a line is on the disk when it was said, after those of the start before, and readable by its account only", () => {
  const folder = newFolder();
  openLog(folder, false).info("The engine is ready", { pid: 4120 });
  openLog(folder, false).warn("The page is not drawn yet; its window is shown all the same");
  expect(linesOf(folder)).toEqual([
    { at: expect.any(String), level: "info", message: "The engine is ready", pid: 4120 },
    {
      at: expect.any(String),
      level: "warn",
      message: "The page is not drawn yet; its window is shown all the same",
    },
  ]);
  if (process.platform !== "win32") expect(statSync(join(folder, "main.log")).mode & 0o777).toBe(0o600);
});

it("what is secret is in no line, of the file or of the terminal", () => {
  const folder = newFolder();
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => said.mockRestore());
  const log = openLog(folder, true);
  log.hideSecrets(() => ["tok-very-secret"]);
  log.error("A process failed", { process: "engine", error: new Error("of tok-very-secret"), token: "abcd" });
  expect(readFileSync(join(folder, "main.log"), "utf8")).toContain("A process failed");
  expect(readFileSync(join(folder, "main.log"), "utf8")).not.toContain("tok-very-secret");
  expect(said).toHaveBeenCalledTimes(1);
  expect(JSON.stringify(said.mock.calls)).not.toMatch(/tok-very-secret|abcd/);
});

it("of a log that reached two megabytes four older files are kept", () => {
  const folder = newFolder();
  mkdirSync(folder);
  for (let start = 0; start < 6; start += 1) {
    writeFileSync(join(folder, "main.log"), `{"start":${start}}\n${"\n".repeat(2_000_000)}`);
    openLog(folder, false).info("The engine is ready");
  }
  expect(readdirSync(folder).sort()).toEqual([
    "main.1.log",
    "main.2.log",
    "main.3.log",
    "main.4.log",
    "main.log",
  ]);
  expect(linesOf(folder)).toMatchObject([{ message: "The engine is ready" }]);
  expect(linesOf(folder, "main.1.log")).toEqual([{ start: 5 }]);
  expect(linesOf(folder, "main.4.log")).toEqual([{ start: 2 }]);
});

it("a log that can't be written is said once for each line, and stops nothing", () => {
  const folder = newFolder();
  writeFileSync(folder, "a file where the folder should be");
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => said.mockRestore());
  openLog(folder, false).info("The engine is ready");
  expect(said.mock.calls.map(([words]) => String(words).split(":")[0])).toEqual([
    expect.stringMatching(/^The log can't be written \(E\w+\)$/),
    expect.stringMatching(/^The log can't be written \(E\w+\)$/),
  ]);
});
