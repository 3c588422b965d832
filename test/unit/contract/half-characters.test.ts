/** Half of a surrogate pair, pasted or from another program, is in no text that is entered, sent or printed. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { policy } from "../../../contract/channels/policy.ts";
import { settings } from "../../../contract/channels/shell.ts";
import { CHANNELS } from "../../../contract/channels.ts";
import { fieldIssues } from "../../../contract/error.ts";
import { inputsOf, placesOf, withValueAt } from "../../helpers/schema-arbitrary.ts";

/**
 * Not looked at here: what the program itself says, which is better kept with half a character than not at all; the
 * input of any other call; and tables whose rows have any name.
 */
const OTHERS: readonly string[] = ["print.drawn", "crashes.report", "people.permit", "people.configure"];
const IN_PARTS: Readonly<Record<string, z.ZodType>> = {
  "referenceData.import": CHANNELS["referenceData.import"].input.omit({ words: true, mapping: true }),
  "settings.set": settings.omit({ statusMeanings: true, referenceTypeMeanings: true }).partial(),
};
/** Whatever is given to be kept, sent or written, and the policy file. What only reads finds nothing by half a character. */
const WITH_TEXTS = Object.entries({
  ...Object.fromEntries(
    Object.entries(CHANNELS)
      .filter(([name, { does }]) => does !== "reads" && !OTHERS.includes(name))
      .map(([name, { input }]): [string, z.ZodType] => [name, IN_PARTS[name] ?? input]),
  ),
  "the policy file": policy.omit({ roles: true }),
}).map(([name, input]) => ({ name, input }));

const halves = fc.oneof(fc.integer({ min: 0xd800, max: 0xdbff }), fc.integer({ min: 0xdc00, max: 0xdfff }));
/** A half at the beginning, at the end, or between letters; two of the wrong order are no pair either. */
const halfTexts = fc
  .tuple(
    fc.constantFrom("", "a", "بند "),
    fc.array(halves, { minLength: 1, maxLength: 2 }),
    fc.constantFrom("", "b"),
  )
  .map(([before, codes, after]) => `${before}${String.fromCharCode(...codes)}${after}`)
  .filter((text) => !text.isWellFormed());

/** A leaf that takes this takes any words. */
const ANY_WORDS = "a😀b";

interface Halves {
  /** Fields of free text that there were. */
  free: Set<string>;
  /** Fields that took a half, or refused it for another reason. */
  wrong: Set<string>;
}

function halvesIn(schema: z.ZodType): Halves {
  const found: Halves = { free: new Set(), wrong: new Set() };
  fc.assert(
    fc.property(inputsOf(schema, true), halfTexts, (input, half) => {
      for (const { path, leaf } of placesOf(schema, input)) {
        const field = path.map(String).join(".");
        const name = field.replace(/\b\d+\b/g, "*");
        const isFree = leaf.safeParse(ANY_WORDS).success;
        const parsed = schema.safeParse(withValueAt(input, path, half));
        const issue = parsed.success
          ? undefined
          : fieldIssues(parsed.error).find((one) => one.field === field);
        if (isFree) found.free.add(name);
        if (issue === undefined || (isFree && issue.reason !== "half_character")) found.wrong.add(name);
      }
    }),
    { numRuns: 60 },
  );
  return found;
}

it.each(WITH_TEXTS)(
  "half a character is refused by $name in each of its fields, of free text by its own reason",
  ({ input }) => {
    expect([...halvesIn(input).wrong]).toEqual([]);
  },
);

it("the texts of a return and of a voucher are found by their schemas", () => {
  const { input } = CHANNELS["purchaseReturn.post"];
  expect([...halvesIn(input).free]).toEqual(
    expect.arrayContaining(["note", "lines.*.description", "documentReferences.*.kept.name", "draftId"]),
  );
  expect([...halvesIn(CHANNELS["taxVoucher.update"].input).free]).toContain("documentReferences.*.reference");
});

it("a field that takes half a character, or refuses it for another reason, is found", () => {
  expect([...halvesIn(z.strictObject({ note: z.string() })).wrong]).toEqual(["note"]);
  const short = z.strictObject({
    lines: z.array(z.strictObject({ text: z.string().refine((text) => text.isWellFormed()) })),
  });
  expect([...halvesIn(short).wrong]).toEqual(["lines.*.text"]);
});

it.each([
  ["mapping", { "name\ud83d": "name" }],
  ["mapping", { name: "name\ud83d" }],
  ["words", { storeId: { "Main\ud83d": 1 } }],
  ["words", { storeId: { Main: "1\ud83d" } }],
] as const)(
  "half a character in a name or a value of the table %s of an import is refused: %j",
  (field, table) => {
    const { input } = CHANNELS["referenceData.import"];
    const parsed = input.safeParse({ kind: "stock", path: "stock.csv", [field]: table });
    expect(fieldIssues(parsed.error ?? new z.ZodError([])).map((issue) => issue.field)).toEqual([
      expect.stringMatching(new RegExp(`^${field}\\.`)),
    ]);
  },
);
