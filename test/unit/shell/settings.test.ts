import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Settings } from "../../../contract/channels/shell.ts";
import { CHANNELS } from "../../../contract/channels.ts";
import { brokenName, faultOf, readSmallFile } from "../../../main/shell/files/small-file.ts";
import { defaultSettings, keepSettings, readSettings } from "../../../main/shell/settings.ts";
import { newFolder } from "../../helpers/engine.ts";
import { memoryFile, quietLog } from "./stand-ins.ts";

const DEFAULTS = defaultSettings("en-GB");

describe("settings", () => {
  it("speak Arabic where the system does", () => {
    expect(["ar", "ar-EG", "ar_SA", "arn", "en"].map((locale) => defaultSettings(locale).language)).toEqual([
      "ar",
      "ar",
      "ar",
      "en",
      "en",
    ]);
  });

  it("lose only the wrong field", () => {
    const { settings, refused } = readSettings(
      { theme: "dark", textScale: 99, language: 7, made: "up", digits: "latin" },
      DEFAULTS,
    );
    expect(settings).toEqual({ ...DEFAULTS, theme: "dark", digits: "latin" });
    expect(refused).toEqual(["textScale", "language", "made"]);
  });

  it("are not moved by a hostile file", () => {
    const hostile: Record<string, unknown> = JSON.parse(
      '{"__proto__":{"theme":"dark"},"constructor":1,"textScale":1e308}',
    );
    expect(readSettings(hostile, DEFAULTS).settings).toEqual(DEFAULTS);
  });

  it("are refused where their file would be too large to be read at the next start", () => {
    const meaning = "\u0001".repeat(200);
    const meanings = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [String(n).padStart(40, "\u0001"), meaning]),
      );
    const change = (count: number) => ({
      statusMeanings: meanings(count),
      referenceTypeMeanings: meanings(count),
    });
    const path = join(newFolder(), "settings.json");
    const isRead = (value: unknown): boolean => {
      writeFileSync(path, JSON.stringify(value, null, "\t"));
      return readSmallFile(path).kind === "text";
    };
    for (const count of [100, 300, 301, 400, 6_000]) {
      const { data } = CHANNELS["settings.set"].input.safeParse(change(count));
      expect(data === undefined || isRead({ ...DEFAULTS, ...data }), `${count}`).toBe(true);
    }
    expect(CHANNELS["settings.set"].input.safeParse(change(300)).success).toBe(true);
  });

  it("tell every change and write only what changed", () => {
    const file = memoryFile({ theme: "dark" });
    const changes: Settings[] = [];
    const keeper = keepSettings(file, {}, "en", (settings) => changes.push(settings), quietLog);
    keeper.set({ textScale: 1.2, language: undefined });
    expect(keeper.get()).toMatchObject({ theme: "dark", textScale: 1.2 });
    expect(changes).toHaveLength(1);
    expect(file.readAll()).toEqual({ theme: "dark", textScale: 1.2 });
  });
});

describe("a store file", () => {
  it.each([
    ["{", "not JSON"],
    ["", "not JSON"],
    ["[]", "not a JSON object"],
    ["null", "not a JSON object"],
  ])("that holds %j can't be used", (text, fault) => {
    expect(faultOf(text)).toContain(fault);
  });

  it("that is an object can be used", () => {
    expect(faultOf('{"theme":"dark"}')).toBeNull();
  });

  it("is kept aside under a name that every system takes", () => {
    expect(brokenName("/p/settings.json", new Date(0))).toBe(
      "/p/settings.json.broken-1970-01-01T00-00-00.000Z",
    );
  });
});
