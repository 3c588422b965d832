/** What a line of the log may hold, and that every caller speaks its form. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FILE_REFUSALS } from "../../../contract/channels/attachments.ts";
import {
  isErrorCode,
  logLine,
  logLineFrom,
  readLogLine,
  SENTENCE,
  thrownFacts,
} from "../../../contract/log-line.ts";

const AT = "2026-11-20T10:00:00.000Z";
const line = (details: Record<string, unknown>) => logLine(AT, "warn", "The page does not answer", details);

describe("a line of the log", () => {
  it("holds nothing of what a caller gave beside the fields and kinds of the closed list", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.anything()),
        fc.stringMatching(/^[\p{L} ]{8,20}$/u),
        (any, name) => {
          const made = line({
            ...any,
            error: name,
            path: name,
            reason: name,
            code: name,
            count: name,
            [name]: 1,
          });
          expect(JSON.stringify(made)).not.toContain(name);
          expect(logLineFrom(JSON.parse(JSON.stringify(made)))).toEqual(JSON.parse(JSON.stringify(made)));
        },
      ),
    );
  });

  it("keeps counts, codes, versions and words of the program's lists, and counts what it leaves out", () => {
    const fields = {
      count: 3,
      code: "storage_full",
      version: "1.2.3-rc.1",
      files: [1, 2],
    };
    expect(line({ ...fields, path: "/home/amal" })).toMatchObject({ ...fields, files: 2, leftOut: 1 });
    for (const error of [null, undefined]) expect(line({ error })).not.toHaveProperty("error");
    for (const reason of FILE_REFUSALS) expect(line({ reason })).toMatchObject({ reason });
  });

  it("is read back only where it is of this form", () => {
    expect(readLogLine(JSON.stringify(line({ count: 1 })))).toEqual(line({ count: 1 }));
    for (const text of [
      "",
      "{",
      "[]",
      "null",
      '"x"',
      "[2026] [info] Al-Noor",
      `{"at":"${AT}","level":"warn"}`,
    ])
      expect(readLogLine(text)).toBeNull();
    for (const change of [
      { at: "Noor" },
      { level: "Noor" },
      { message: "sold for 81235.50" },
      { message: 'to "Noor"' },
    ])
      expect(logLineFrom({ ...line({}), ...change })).toBeNull();
  });

  it("has a sentence of the program's own: no caller builds one out of values", () => {
    const main = join(import.meta.dirname, "..", "..", "..", "main");
    const sources = readdirSync(main, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".ts"),
    );
    const wrong: string[] = [];
    let callers = 0;
    for (const name of sources)
      for (const [, start = ""] of readFileSync(join(main, name), "utf8").matchAll(
        /(?<![\w.])(?:log\.(?:info|warn|error)|report)\(\s*([^)\n]+)/g,
      )) {
        callers += 1;
        const sentence = /^"([^"]*)"/.exec(start)?.[1];
        if (sentence === undefined || !SENTENCE.test(sentence)) wrong.push(`${name}: ${start}`);
      }
    expect(wrong.filter((each) => !/^index\.ts: (?:what)/.test(each))).toEqual([]);
    expect(callers).toBeGreaterThan(80);
  });
});

describe("an error", () => {
  it("is its kind, its code, known sentences and the program's own places, whatever system wrote its stack", () => {
    const error = new TypeError("Cannot read properties of undefined (reading 'Al-Noor')");
    error.stack = [
      "TypeError: Al-Noor at 81235.50",
      "    at Object.<Al-Noor> [as 81235] (\\\\?\\C:\\Users\\Amal Noor\\AppData\\app.asar\\out\\main\\chunks\\a-B_1.js:1:22)",
      "    at async C:/Users/Amal Noor/app/out/renderer/assets/index.js:3:4",
      "    at file:///home/Amal%20Noor/81235/other.js:5:6",
      "    at Amal Noor",
      "    at node:internal/process/task_queues:105:5",
      "    at x (/opt/app/node_modules/better-sqlite3/lib/methods/wrappers.js:7:8)",
    ].join("\n");
    expect(
      thrownFacts(Object.assign(error, { code: "SQLITE_CORRUPT", cause: new RangeError("Al-Noor") })),
    ).toMatchObject({
      name: "TypeError",
      code: "SQLITE_CORRUPT",
      says: ["Cannot read properties of undefined"],
      places: [
        ...["main/chunks/a-B_1.js:1:22", "renderer/assets/index.js:3:4", "elsewhere:5:6", "elsewhere"],
        ...["node:internal/process/task_queues:105:5", "better-sqlite3/lib/methods/wrappers.js:7:8"],
      ],
      cause: { name: "RangeError" },
    });
  });

  it("that calls itself something else, or was made text, tells no more", () => {
    class AlNoor extends Error {
      override name = "AlNoor";
    }
    expect(thrownFacts(new AlNoor("81235.50")).name).toBe("other");
    expect(thrownFacts("Error: ENOENT: no such file, open '/home/amal/Al-Noor.xlsx'")).toEqual({
      name: "Error",
      code: "ENOENT",
      places: [],
    });
    for (const odd of [
      null,
      undefined,
      1,
      "Al-Noor",
      { name: "Al-Noor", places: ["Al-Noor"] },
      Symbol("Al-Noor"),
    ])
      expect(thrownFacts(odd)).toEqual({ name: "other", places: [] });
    for (const odd of ["ALNOOR", "AL_NOOR", "SQLITE_81235", "E1", "81235", "noor"])
      expect(isErrorCode(odd)).toBe(false);
  });
});
