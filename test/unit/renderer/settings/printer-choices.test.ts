import { describe, expect, it } from "vitest";
import { printerChoices } from "../../../../renderer/screens/settings/printer-panel.tsx";

describe("the printers to choose from", () => {
  const till = { name: "till", displayName: "Till" };

  it("are each there once, by the name that people know", () => {
    expect(printerChoices([till, till, { name: "raw", displayName: "" }], null)).toEqual([
      { value: "till", label: "Till", gone: false },
      { value: "raw", label: "raw", gone: false },
    ]);
  });

  it("include the chosen one even where it is gone", () => {
    expect(printerChoices([till], "old")).toContainEqual({ value: "old", label: "old", gone: true });
    expect(printerChoices([till], "till")).toHaveLength(1);
  });
});
