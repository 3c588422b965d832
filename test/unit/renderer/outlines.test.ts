/** Outlines of controls are seen: 3:1 against every ground they stand on (WCAG 1.4.11), in both themes. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const tokens = readFileSync("renderer/theme/tokens.css", "utf8");
const styles = readFileSync("renderer/theme/global.css", "utf8");

/** The colours of a theme by their names. */
function coloursOf(scheme: "light" | "dark"): Map<string, string> {
  const block = new RegExp(`color-scheme="${scheme}"\\] \\{([^}]*)\\}`).exec(tokens)?.[1] ?? "";
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = "", hex = ""]) => [name, hex]),
  );
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(["light", "dark"] as const)("the outlines in the %s theme", (scheme) => {
  const colours = coloursOf(scheme);
  const of = (name: string) => colours.get(name) ?? "";

  it.each([
    ["field-line", "surface"],
    ["field-line", "paper"],
    ["field-line", "sunken"],
    ["accent", "sunken"],
    ["accent", "surface"],
    ["focus", "surface"],
    ["focus", "paper"],
  ])("%s on %s are 3:1 or more", (line, ground) => {
    expect(contrast(of(line), of(ground))).toBeGreaterThanOrEqual(3);
  });

  it("is drawn around a switch that is off, where the library draws no border", () => {
    const [, rule = ""] =
      /Switch-input:not\(:checked, :disabled\) \+ \.mantine-Switch-track \{([^}]*)\}/.exec(styles) ?? [];
    expect(rule).toMatch(/box-shadow: inset 0 0 0 1px var\(--field-line\);/);
  });

  it("would be found too faint where they are", () => {
    expect(contrast(of("line"), of("surface"))).toBeLessThan(3);
  });
});
