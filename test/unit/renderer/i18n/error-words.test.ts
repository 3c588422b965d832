import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInstance } from "i18next";
import { describe, expect, it } from "vitest";
import { ATTEMPT_PROBLEMS } from "../../../../contract/attempt-detail.ts";
import { ERROR_CODES, FIELD_REASONS } from "../../../../contract/reply.ts";
import { ar } from "../../../../renderer/i18n/ar/index.ts";
import { en } from "../../../../renderer/i18n/en/index.ts";
import { ANSWER_CUT, issuesOf, NO_WORDS, networkWords } from "../../../../renderer/i18n/error-words.ts";

describe("the words of refusals", () => {
  it("exist for every code and every reason, in both languages", () => {
    for (const { errors } of [en, ar]) {
      expect(Object.keys(errors.code).sort()).toEqual([...ERROR_CODES].sort());
      const reasons = Object.keys(errors.reason).map((key) => key.replace(/^too_long_\w+$/, "too_long"));
      expect([...new Set(reasons)].sort()).toEqual([...FIELD_REASONS].sort());
    }
  });
});

describe("the issues of a refusal", () => {
  it("are read with their reasons and limits", () => {
    const details = {
      issues: [{ field: "lines.0.price", reason: "negative", message: "m", params: { min: "0" } }],
    };
    expect(issuesOf({ code: "invalid_input", message: "", details })).toEqual(details.issues);
  });

  it("survive what no engine should send", () => {
    const details = {
      issues: [null, 3, { field: 1 }, { field: "a", reason: "made up", params: { deep: {} } }],
    };
    expect(issuesOf({ code: "invalid_input", message: "", details })).toEqual([
      { field: "a", reason: "invalid", message: "", params: {} },
    ]);
    expect(issuesOf({ code: "internal", message: "", details: { issues: "none" } })).toEqual([]);
  });
});

describe("the words of network errors", () => {
  const speaking = (language: "en" | "ar") => {
    const words = createInstance();
    void words.init({
      lng: language,
      resources: { en: { translation: en }, ar: { translation: ar } },
      initAsync: false,
    });
    return words.t;
  };

  it("exist for every problem, in both languages", () => {
    for (const { outbox } of [en, ar])
      expect(Object.keys(outbox.network).sort()).toEqual([...ATTEMPT_PROBLEMS].sort());
  });

  it("are chosen by the code that the detail begins with, and keep what was said for support", () => {
    const said = "UND_ERR_SOCKET: other side closed";
    for (const [language, { outbox }] of [
      ["en", en],
      ["ar", ar],
    ] as const)
      expect(networkWords(speaking(language), `closed: ${said}`)).toEqual({
        words: outbox.network.closed,
        code: said,
      });
  });

  it("are of the fallback where a detail begins with no known code, which support sees whole", () => {
    for (const detail of ["EVERYTHING is otherwise", "closedness: x", "toString: x", ": x"])
      expect(networkWords(speaking("ar"), detail), detail).toEqual({
        words: ar.outbox.network.other,
        code: detail,
      });
  });

  it("say of the program's own end all that there is", () => {
    expect(networkWords(speaking("ar"), "stopped")).toEqual({ words: ar.outbox.network.stopped, code: null });
  });

  it("leave the note away that an answer was cut", () => {
    expect(networkWords(speaking("en"), ANSWER_CUT)).toBeNull();
    expect(networkWords(speaking("en"), `closed: read ECONNRESET; ${ANSWER_CUT}`)?.code).toBe(
      "read ECONNRESET",
    );
  });

  it("know the engine's sentences as the engine writes them", () => {
    const engine = join(import.meta.dirname, "../../../../main/engine");
    const written = ["remote", "sync", "store/outbox"]
      .flatMap((folder) => readdirSync(join(engine, folder)).map((file) => join(engine, folder, file)))
      .filter((path) => path.endsWith(".ts"))
      .map((path) => readFileSync(path, "utf8"))
      .join("\n");
    for (const sentence of [ANSWER_CUT, NO_WORDS]) expect(written).toMatch(new RegExp(`["\`]${sentence}`));
  });
});
