import { describe, expect, it } from "vitest";
import { comboKeys, matchesCombo } from "../../../../renderer/shortcuts/keys.tsx";

const press = (code: string, held: Partial<KeyboardEvent> = {}) => ({
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe("combinations", () => {
  it("match the physical key, whatever the keyboard writes", () => {
    expect(matchesCombo({ ...press("KeyK"), ctrlKey: true }, "Mod+K")).toBe(true);
    expect(matchesCombo({ ...press("Digit5"), altKey: true }, "Alt+5")).toBe(true);
    expect(matchesCombo({ ...press("NumpadEnter"), ctrlKey: true }, "Mod+Enter")).toBe(true);
  });

  it("match no modifier more and none less", () => {
    expect(matchesCombo(press("KeyK"), "Mod+K")).toBe(false);
    expect(matchesCombo({ ...press("KeyK"), ctrlKey: true, shiftKey: true }, "Mod+K")).toBe(false);
    expect(matchesCombo({ ...press("Enter"), ctrlKey: true, altKey: true }, "Mod+Enter")).toBe(false);
  });

  it("are written as on the keys", () => {
    expect(comboKeys("Mod+Enter")).toEqual(["Ctrl", "Enter"]);
    expect(comboKeys("Alt+5")).toEqual(["Alt", "5"]);
  });
});
