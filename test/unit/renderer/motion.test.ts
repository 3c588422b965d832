/** Whatever moves takes one time, `--motion`, and none where a person asked for no motion. */
import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MOTION_MS } from "../../../renderer/theme/theme.ts";

const TOKENS = "renderer/theme/tokens.css";
const styles = globSync("renderer/**/*.css").map((path) => ({ path, text: readFileSync(path, "utf8") }));
const code = globSync("renderer/**/*.{ts,tsx}").map((path) => ({ path, text: readFileSync(path, "utf8") }));

/** Times written out in what moves: all but none at all. */
const timesIn = (css: string): string[] =>
  [...css.matchAll(/(?:transition|animation)[\w-]*:([^;]*);/g)].flatMap(([, value = ""]) =>
    [...value.matchAll(/\b[\d.]+m?s\b/g)].map(([time]) => time).filter((time) => time !== "0s"),
  );

/** Times that are given to a part of the library: all but none at all. A duration in a sentence moves nothing. */
const givenIn = (tsx: string): string[] =>
  [
    ...tsx.matchAll(
      /(?:transitionDuration|exitDuration|\bduration)(?:=\{|: )(?!formats\.|durationWords)([\w.]+)/g,
    ),
  ]
    .map(([, time = ""]) => time)
    .filter((time) => time !== "0" && time !== "MOTION_MS");

describe("what moves", () => {
  it("takes 120 ms in the style sheets and in the code", () => {
    expect(readFileSync(TOKENS, "utf8")).toContain(`--motion: ${MOTION_MS}ms;`);
    expect(MOTION_MS).toBe(120);
  });

  it("has no other time in the styles", () => {
    expect(styles.length).toBeGreaterThan(50);
    expect(styles.flatMap(({ path, text }) => timesIn(text).map((time) => `${path}: ${time}`))).toEqual([]);
    expect(timesIn("a { transition:\n    opacity 0ms 250ms; }")).toEqual(["0ms", "250ms"]);
  });

  it("has no other time in what the library is given", () => {
    expect(code.length).toBeGreaterThan(200);
    expect(code.flatMap(({ path, text }) => givenIn(text).map((time) => `${path}: ${time}`))).toEqual([]);
    expect(givenIn("<Progress transitionDuration={200} />")).toEqual(["200"]);
  });

  it("stays still where a person asked for no motion", () => {
    const [, still = ""] =
      /@media \(prefers-reduced-motion: reduce\) \{([^}]*)\}/.exec(
        readFileSync("renderer/theme/global.css", "utf8"),
      ) ?? [];
    expect(still).toContain("transition-duration: 0s !important;");
    expect(still).toContain("animation-duration: 0s !important;");
  });
});
