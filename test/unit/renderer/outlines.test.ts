/** Outlines of controls are seen: 3:1 against every ground they stand on (WCAG 1.4.11), in both themes. */
import { globSync, readFileSync } from "node:fs";
import { DEFAULT_THEME } from "@mantine/core";
import { describe, expect, it } from "vitest";
import { cssVariables } from "../../../renderer/theme/theme.ts";

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

/** What is in the first rule that ends with this selector. */
function ruleOf(path: string, selector: string): string {
  const [, after = ""] = readFileSync(path, "utf8").split(`${selector} {\n`);
  return after.split("}")[0] ?? "";
}

const rule = (selector: string): string => ruleOf("renderer/theme/global.css", selector);

describe.each(["light", "dark"] as const)("the outlines in the %s theme", (scheme) => {
  const colours = coloursOf(scheme);
  const of = (name: string) => colours.get(name) ?? "";

  it.each([
    ["edge", "surface"],
    ["edge", "paper"],
    ["accent", "paper"],
    ["accent", "selected"],
    ["field-line", "surface"],
    ["field-line", "paper"],
    ["field-line", "sunken"],
    ["accent", "sunken"],
    ["accent", "surface"],
    ["focus", "surface"],
    ["focus", "paper"],
    ["focus", "selected"],
  ])("%s on %s are 3:1 or more", (line, ground) => {
    expect(contrast(of(line), of(ground))).toBeGreaterThanOrEqual(3);
  });

  it("is drawn around a switch that is off, where the library draws no border", () => {
    const [, rule = ""] =
      /Switch-input:not\(:checked, :disabled\) \+ \.mantine-Switch-track \{([^}]*)\}/.exec(styles) ?? [];
    expect(rule).toMatch(/box-shadow: inset 0 0 0 1px var\(--field-line\);/);
  });

  it("are those of the chosen segment, of sheets and buttons, and of what is chosen in a list", () => {
    expect(rule(".mantine-SegmentedControl-indicator")).toContain("outline: 1px solid var(--field-line);");
    expect(rule(".mantine-SegmentedControl-root")).toContain("background: var(--sunken);");
    expect(cssVariables(DEFAULT_THEME)[scheme]["--mantine-color-default-border"]).toBe("var(--edge)");
    expect(ruleOf("renderer/theme/kit.css", ".sheet")).toContain("border: 1px solid var(--edge);");
    for (const part of ["renderer/ui/page.tsx", "renderer/ui/data-table.tsx"])
      expect(readFileSync(part, "utf8")).toMatch(/className=\{?["`][^"`]* sheet["`]/);
    const table = "renderer/ui/data-table.module.css";
    expect(ruleOf(table, '.row[data-active="true"]')).toContain("box-shadow: inset var(--mark);");
    const menu = "renderer/app/layout/side-navigation.module.css";
    expect(ruleOf(menu, '.link[aria-current="page"]::before')).toContain("solid var(--accent);");
  });

  it("go around every sheet: none has the faint line of a list all around", () => {
    const faint = globSync("renderer/**/*.css")
      .filter((path) => !/^renderer\/(?:print|check|chain)\//.test(path))
      .filter((path) =>
        /\n {2}border: 1px solid var\(--line(?:-strong)?\);/.test(readFileSync(path, "utf8")),
      );
    expect(faint).toEqual([]);
  });

  it("would be found too faint where they are", () => {
    expect(contrast(of("line"), of("surface"))).toBeLessThan(3);
  });
});
