import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { rowProblemsInEnglish, rowReasonInEnglish } from "../../../../contract/english.ts";
import { type RowReason, rowReason } from "../../../../contract/reasons/row-reason.ts";
import { useReasonWords } from "../../../../renderer/features/files/names.ts";
import { ar } from "../../../../renderer/i18n/ar/index.ts";
import { en } from "../../../../renderer/i18n/en/index.ts";
import { draw } from "../../../helpers/drawn.tsx";

/** A number of each plural form. */
const COUNTS = [0, 1, 2, 3, 11, 100];

const sampleOf = (schema: z.ZodType, count: number): unknown =>
  schema instanceof z.ZodNumber ? count : schema instanceof z.ZodString ? "text" : ["supplier", "bank"];

/** Every reason of the union, with every form of its numbers. */
const EACH: readonly RowReason[] = rowReason.options.flatMap(({ shape: { code, params } }) =>
  [...code.options].flatMap((name) =>
    (Object.values(params.shape).some((schema) => schema instanceof z.ZodNumber) ? COUNTS : [1]).map(
      (count) => {
        const filled = Object.entries(params.shape).map(([key, schema]) => [key, sampleOf(schema, count)]);
        return rowReason.parse({ code: name, params: Object.fromEntries(filled) });
      },
    ),
  ),
);

function EachReason() {
  const words = useReasonWords();
  return EACH.map((reason) => (
    <p key={JSON.stringify(reason)} data-testid="reason">
      {words.ofRow([{ column: "type", ...reason }])}
    </p>
  ));
}

describe("the words of a refused row", () => {
  it.each([
    ["en", en],
    ["ar", ar],
  ] as const)(
    "in %s are there for every reason, with all that they name",
    async (language, { referenceData }) => {
      await draw(<EachReason />, { language });
      const drawn = screen.getAllByTestId("reason").map(({ textContent }) => textContent ?? "");
      expect(drawn).toHaveLength(EACH.length);
      expect(drawn.filter((words) => /undefined|\{\{|referenceData\./.test(words))).toEqual([]);
      const written = Object.keys(referenceData.reason).map((key) =>
        key.replace(/_(?:zero|one|two|few|many|other)$/, ""),
      );
      expect([...new Set(written)].sort()).toEqual([...new Set(EACH.map(({ code }) => code))].sort());
    },
  );

  it("name the kinds of an account as the screen does", async () => {
    await draw(<EachReason />, { language: "ar" });
    const { supplier, bank } = ar.components.picker.type;
    expect(screen.getByText((words) => words.includes(supplier) && words.includes(bank))).toBeDefined();
  });

  it("in English for files and programs say every parameter", () => {
    for (const reason of EACH)
      for (const value of Object.values(reason.params).flat())
        expect(rowReasonInEnglish(reason), reason.code).toContain(String(value));
    expect(
      rowProblemsInEnglish([
        { column: "id", code: "empty", params: {} },
        { column: null, code: "cells", params: { count: 3, header: 2 } },
      ]),
    ).toBe("id: is empty; the row has 3 cells where the header has 2");
  });
});
