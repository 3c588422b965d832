/** Every reason of every union has words in both languages, and in the English of the headless engine. */
import { createInstance, type TFunction } from "i18next";
import { describe, expect, it } from "vitest";
import { CHECK_PROBLEMS } from "../../../../contract/channels/connection.ts";
import { HELD_REASONS } from "../../../../contract/channels/recovery.ts";
import { ERROR_CODES, EXPECTATIONS, FIELD_REASONS } from "../../../../contract/codes.ts";
import { errorInEnglish, problemInEnglish } from "../../../../contract/english.ts";
import {
  ANSWER_PROBLEMS,
  type EntryProblem,
  NETWORK_PROBLEMS,
  ODDITIES,
  PROGRAM_PROBLEMS,
} from "../../../../contract/reasons/entry-problem.ts";
import { NO_EVIDENCE } from "../../../../contract/service/evidence.ts";
import { FAILURES } from "../../../../renderer/features/files/read-failure.ts";
import { ar } from "../../../../renderer/i18n/ar/index.ts";
import { en } from "../../../../renderer/i18n/en/index.ts";
import {
  errorWords,
  evidenceWords,
  problemWords,
  reasonWords,
} from "../../../../renderer/i18n/error-words.ts";
import { errorSamples } from "../../../helpers/error-samples.ts";

const PROBLEMS: readonly EntryProblem[] = [
  ...[...NETWORK_PROBLEMS, ...ANSWER_PROBLEMS].map((code) => ({ code, params: { said: "" } })),
  ...[...PROGRAM_PROBLEMS, ...HELD_REASONS].map((code) => ({ code, params: {} })),
  { code: "answered", params: { status: 422, words: "" } },
  ...NO_EVIDENCE.map((reason) => ({ code: "no_evidence" as const, params: { reason } })),
  ...ODDITIES.map((reason) => ({ code: "not_understood" as const, params: { path: "0.id", reason } })),
];

/** The words, or an error for a key that is missing and for a parameter that is. */
function speaking(language: "en" | "ar"): TFunction {
  const fail = (key: string, name = "its words"): never => {
    throw new Error(`${key}: ${name} missing`);
  };
  const words = createInstance();
  void words.init({
    lng: language,
    resources: { en: { translation: en }, ar: { translation: ar } },
    initAsync: false,
    parseMissingKeyHandler: (key) => fail(key),
    // A number in the words themselves is written by the program's own set-up.
    missingInterpolationHandler: (text: string, [, name = ""]: RegExpExecArray) =>
      /^[\d.]+$/.test(name) ? name : fail(text, name),
  });
  return words.t;
}

describe.each(["en", "ar"] as const)("every reason in %s", (language) => {
  const t = speaking(language);
  it("has words where it is of an entry or of an answer that is no evidence", () => {
    for (const problem of PROBLEMS) expect(problemWords(t, problem)).toMatch(/\p{L}/u);
    for (const reason of NO_EVIDENCE) expect(evidenceWords(t, reason)).toMatch(/\p{L}/u);
  });

  it("has words where it is of an error, a field, a file or an address", () => {
    for (const error of errorSamples) errorWords(t, { ...error, message: "" });
    for (const reason of FIELD_REASONS)
      expect(reasonWords(t, { reason, params: { max: 3, min: 1 } })).toMatch(/\p{L}/u);
    for (const failure of FAILURES) {
      const params = { columns: "id", most: 3 };
      expect(t(`referenceData.failure.${failure}.what`, params)).toMatch(/\p{L}/u);
      expect(t(`referenceData.failure.${failure}.todo`, params)).toMatch(/\p{L}/u);
    }
    for (const problem of CHECK_PROBLEMS) expect(t(`connect.check.problem.${problem}`)).toMatch(/\p{L}/u);
  });

  it("fails the look where its key or a parameter of its words is missing", () => {
    expect(() => t("errors.reason.nothing" as "errors.reason.required")).toThrow("its words missing");
    expect(() => t("referenceData.failure.missing_columns.what")).toThrow("columns missing");
  });
});

it("each problem of an entry has its own English sentence, with what the other side said", () => {
  const sentences = PROBLEMS.map(problemInEnglish);
  expect(new Set(sentences).size).toBe(PROBLEMS.length);
  expect(problemInEnglish({ code: "answered", params: { status: 500, words: "" } })).toBe(
    "500: the service gave no words",
  );
  expect(problemInEnglish({ code: "closed", params: { said: "ECONNRESET" } })).toMatch(/: ECONNRESET$/);
});

it("each error has its own English sentence, whatever its reason, with what its details name", () => {
  const sentences = errorSamples.map(({ code, details }) => errorInEnglish(code, details));
  expect(sentences.filter((words) => !/\p{L}/u.test(words) || /undefined|null|\[object/.test(words))).toEqual(
    [],
  );
  expect(new Set(sentences).size).toBe(errorSamples.length);
});

it("each refused field has its own English sentence, and what it should be", () => {
  const refused = [
    ...FIELD_REASONS.map((reason) => ({
      reason,
      params: { max: "9", min: "2", expected: "string", choices: "a", value: "X" },
    })),
    ...EXPECTATIONS.map((expected) => ({ reason: "invalid" as const, params: { expected } })),
  ];
  const sentences = refused.map((issue) =>
    errorInEnglish("invalid_input", { issues: [{ field: "price", ...issue }] }),
  );
  expect(sentences.filter((words) => /undefined/.test(words))).toEqual([]);
  expect(new Set(sentences).size).toBe(refused.length);
});

it("a changed entry, and whatever else is in another state, is spoken of as what it is", () => {
  const t = speaking("en");
  const whatOf = (reason: string) =>
    errorWords(t, { code: "wrong_state", message: "", details: { reason } }).what;
  expect(whatOf("entry")).toBe(en.errors.code.wrong_state.what);
  expect(whatOf("draft_posted")).toBe(en.errors.elsewhere.posted.what);
  expect(whatOf("pin_set")).toBe(en.errors.elsewhere.other.what);
});

it("the messages have no words for a reason that no union has", () => {
  for (const { errors, outbox, connect } of [en, ar]) {
    expect(Object.keys(errors.code).sort()).toEqual([...ERROR_CODES].sort());
    const reasons = Object.keys(errors.reason).map((key) => key.replace(/^too_long_\w+$/, "too_long"));
    expect([...new Set(reasons)].sort()).toEqual([...FIELD_REASONS].sort());
    expect(Object.keys(outbox.network).sort()).toEqual(
      [...NETWORK_PROBLEMS, ...ANSWER_PROBLEMS, ...PROGRAM_PROBLEMS].sort(),
    );
    expect(Object.keys(connect.check.problem).sort()).toEqual([...CHECK_PROBLEMS].sort());
  }
});
