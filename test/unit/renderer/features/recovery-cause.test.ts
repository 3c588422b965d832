/** What was wrong with a data file is said in the person's language, not in the engine's English. */
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CAUSE_SENTENCES, causeOf } from "../../../../renderer/features/recovery/report-details.tsx";
import { ar } from "../../../../renderer/i18n/ar/index.ts";

it("knows every sentence of the engine by words that the engine writes", () => {
  const written = globSync("main/engine/**/*.ts")
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  for (const [sentence, cause] of CAUSE_SENTENCES) {
    expect(written).toContain(`"${sentence}`);
    expect(causeOf(sentence)).toBe(cause);
    expect(ar.files.report.cause[cause]).toMatch(/\p{Script=Arabic}/u);
  }
});

it("leaves what the database said to support", () => {
  expect(causeOf("SqliteError: database disk image is malformed")).toBeNull();
});
