import { describe, expect, it } from "vitest";
import { issuesOf } from "../../../../renderer/i18n/error-words.ts";

describe("the issues of a refusal", () => {
  it("are read with their reasons and limits", () => {
    const details = {
      issues: [{ field: "lines.0.price", reason: "negative", params: { min: "0" } }],
    };
    expect(issuesOf({ code: "invalid_input", message: "", details })).toEqual(details.issues);
  });

  it("survive what no engine should send", () => {
    const details = {
      issues: [null, 3, { field: 1 }, { field: "a", reason: "made up", params: { deep: {} } }],
    };
    expect(issuesOf({ code: "invalid_input", message: "", details })).toEqual([
      { field: "a", reason: "invalid", params: {} },
    ]);
    expect(issuesOf({ code: "internal", message: "", details: { issues: "none" } })).toEqual([]);
  });
});
