import i18next from "i18next";
import { beforeAll, expect, it } from "vitest";
import { ApiError } from "../../../../renderer/client/api.ts";
import { startWords } from "../../../../renderer/i18n/setup.ts";
import { issueWords } from "../../../../renderer/ui/field.ts";

beforeAll(() => startWords("en", "auto"));

/** A refusal of these fields. */
const refusal = (...fields: string[]) =>
  new ApiError("connection.save", {
    code: "invalid_input",
    message: "",
    details: { issues: fields.map((field) => ({ field, reason: "required", params: {} })) },
  });
const brought = (error: unknown) =>
  issueWords(error, i18next.t, ({ field }) => (field === "tenantId" || field === "userId" ? field : null));

it("every issue is put below its field", () => {
  const said = expect.stringMatching(/\w/);
  expect(brought(refusal("tenantId", "userId"))).toEqual({
    words: { tenantId: said, userId: said },
    whole: true,
  });
});

it("an issue that has no field on the form is shown besides", () => {
  const { words, whole } = brought(refusal("token", "userId"));
  expect(Object.keys(words)).toEqual(["userId"]);
  expect(whole).toBe(false);
});

it("what is no refusal of fields is shown in any case", () => {
  expect(brought(refusal())).toEqual({ words: {}, whole: false });
  expect(brought(new Error("no answer"))).toEqual({ words: {}, whole: false });
});
