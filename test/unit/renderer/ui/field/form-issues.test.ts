import i18next from "i18next";
import { beforeAll, expect, it, vi } from "vitest";
import { ApiError } from "../../../../../renderer/client/api.ts";
import { startWords } from "../../../../../renderer/i18n/setup.ts";
import { bringIssues } from "../../../../../renderer/ui/field/form-issues.ts";

beforeAll(() => startWords("en", "auto"));

type Form = { tenantId: string; userId: string };

/** A refusal of these fields. */
const refusal = (...fields: string[]) =>
  new ApiError("connection.save", {
    code: "invalid_input",
    message: "",
    details: { issues: fields.map((field) => ({ field, reason: "required", message: "", params: {} })) },
  });
const fieldOf = (field: string): keyof Form | null =>
  field === "tenantId" || field === "userId" ? field : null;
const brought = (error: unknown) => {
  const setError = vi.fn();
  const isAll = bringIssues<Form>({ error, t: i18next.t, setError, fieldOf });
  return { isAll, calls: setError.mock.calls };
};

it("every issue is put below its field, and the focus on the first", () => {
  const { isAll, calls } = brought(refusal("tenantId", "userId"));
  expect(isAll).toBe(true);
  expect(calls).toEqual([
    ["tenantId", { type: "required", message: expect.stringMatching(/\w/) }, { shouldFocus: true }],
    ["userId", { type: "required", message: expect.stringMatching(/\w/) }, { shouldFocus: false }],
  ]);
});

it("an issue that has no field on the form is told besides, and the focus still goes to the first that has", () => {
  const { isAll, calls } = brought(refusal("token", "userId"));
  expect(isAll).toBe(false);
  expect(calls.map(([field, , options]) => [field, options])).toEqual([["userId", { shouldFocus: true }]]);
});

it("what is no refusal of fields is told in any case", () => {
  expect(brought(refusal())).toEqual({ isAll: false, calls: [] });
  expect(brought(new Error("no answer"))).toEqual({ isAll: false, calls: [] });
});
