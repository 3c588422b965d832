/** What is said of an input that was refused. */
import { expect, it } from "vitest";
import { z } from "zod";
import { CHANNELS } from "../../../contract/channels.ts";
import { CountersideError, parseInput } from "../../../contract/error.ts";
import { parseExactJson } from "../../../contract/exact-json.ts";

it("of a union's branches the one that came furthest says what is wrong", () => {
  const schema = z.union([
    z.strictObject({ kind: z.literal("a"), one: z.string(), two: z.string(), three: z.string() }),
    z.strictObject({ kind: z.literal("b"), name: z.string() }),
  ]);
  expect(() => parseInput(schema, { kind: "b", name: 5 })).toThrow(
    expect.objectContaining({
      details: { issues: [expect.objectContaining({ field: "name", reason: "wrong_type" })] },
    }),
  );
});

it("a limit that was passed is named with the field, whichever of its ends it is", () => {
  const schema = z.strictObject({ page: z.number().min(1).max(9) });
  const issueOf = (page: number) => expect.objectContaining({ details: { issues: [limit(page)] } });
  const limit = (page: number) =>
    expect.objectContaining({ field: "page", params: page > 9 ? { max: "9" } : { min: "1" } });
  for (const page of [0, 10]) expect(() => parseInput(schema, { page })).toThrow(issueOf(page));
});

it("an input of many or long unknown fields is refused in few words", () => {
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`unknown${n}`, 1]));
  for (const input of [many, { ["k".repeat(5_000_000)]: 1 }, { a: many, b: many }]) {
    const schema = z.strictObject({ a: z.strictObject({}).optional(), b: z.strictObject({}).optional() });
    try {
      parseInput(schema, input);
      expect.unreachable("it was taken");
    } catch (error) {
      const refused = error instanceof CountersideError ? error : expect.unreachable(String(error));
      expect(refused.details.issues).toContainEqual(expect.objectContaining({ reason: "unknown_field" }));
      expect(JSON.stringify([refused.message, refused.details]).length).toBeLessThan(30_000);
    }
  }
});

const limits = JSON.stringify(Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`C${n}`, 1])));

it.each([
  [
    "people.configure",
    `{"roles":{"cashier":{"rights":{},"returnsUpTo":${limits}}}}`,
    "roles.cashier.returnsUpTo",
    "too_many",
  ],
  ["restore.request", '{"kind":"nope","id":1}', "kind", "unknown_choice"],
  ["restore.requestMany", '{"kind":"restoreAccount","ids":[1],"batchId":"x"}', "batchId", "not_a_uuid"],
  ["daySheets.create", '{"day":"x"}', "day", "not_a_date"],
  ["outbox.list", '{"limit":2.5}', "limit", "not_an_integer"],
  ["outbox.list", '{"limit":100000000000000000000}', "limit", "too_big"],
  ["outbox.list", '{"":1}', '""', "unknown_field"],
  ["outbox.get", '{"entryId":2.5}', "entryId", "wrong_type"],
  ["mirror.stock", '{"productIds":"xx"}', "productIds", "wrong_type"],
] as const)(
  "of %s with %s the field is refused once, by what is wrong with it",
  (name, input, field, reason) => {
    expect(() => parseInput(CHANNELS[name].input, parseExactJson(input))).toThrow(
      expect.objectContaining({
        details: {
          issues: expect.toSatisfy((issues: { field: string; reason: string }[]) => {
            const own = issues.filter((issue) => issue.field === field);
            return own.length === 1 && own[0]?.reason === reason;
          }),
        },
      }),
    );
  },
);
