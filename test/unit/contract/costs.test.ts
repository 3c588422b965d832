/** The fields of answers that hold costs, and answers without them. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Channel } from "../../../contract/channels/declare.ts";
import { CHANNELS } from "../../../contract/channels.ts";
import { withoutCosts } from "../../../contract/costs.ts";

const NAMES = ["costPrice", "ceilAmount", "balances", "balanceChanges", "rawAnswer", "responseBody"];
/** Of the simulated books, in which nothing is real. */
const OTHERS = ["practice.books"];

/** Every name of a field that the schema has, wherever. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([name, inner]) => [
    ...(name === "properties" && typeof inner === "object" ? Object.keys(inner ?? {}) : []),
    ...fieldsOf(inner),
  ]);
}

describe("costs", () => {
  it("are named by each channel that answers them among other things, all others need the right to see them", () => {
    const open = Object.entries<Channel>(CHANNELS).flatMap(([name, { output, costs, needs, owner }]) => {
      const fields = fieldsOf(z.toJSONSchema(output, { unrepresentable: "any" }));
      const found = NAMES.filter((field) => fields.includes(field) && costs?.[field] === undefined);
      if (found.length === 0 || OTHERS.includes(name) || name === "print.content") return [];
      const needed = costs === null ? needs({}, null) : [];
      return needed.includes("costs") ? [] : [`${owner} ${name}: ${found.join()}`];
    });
    expect(open).toEqual([]);
  });

  it("are emptied wherever they are, and nothing else is", () => {
    const value = {
      costPrice: "5",
      rows: [{ costPrice: "6", other: { costPrice: null, quantity: "1" } }],
      balances: [{ amount: "7" }],
      price: "8",
    };
    expect(withoutCosts({ costPrice: "figure", balances: "figure" }, value)).toEqual({
      costPrice: null,
      rows: [{ costPrice: null, other: { costPrice: null, quantity: "1" } }],
      balances: [],
      price: "8",
    });
    expect(withoutCosts({ costPrice: "figure" }, null)).toBeNull();
  });

  it.each([
    [
      '[{"id":9007199254740993,"TenantBalances":[{"amount":1}],"x":{"costPrice":0.10}}]',
      '[{"id":9007199254740993,"TenantBalances":[],"x":{"costPrice":null}}]',
    ],
    ["<p>502 Bad Gateway</p>", "<p>502 Bad Gateway</p>"],
    ['{"message":"no such account"}', '{"message":"no such account"}'],
    ['[{"costPrice":1', ""],
    [null, null],
  ])("are taken out of an answer of the service, and all of it where it can't be read: %s", (text, left) => {
    expect(withoutCosts({ rawAnswer: "answer" }, { rawAnswer: text })).toEqual({ rawAnswer: left });
  });

  it("are looked for by their own names alone", () => {
    const fields = { costPrice: "figure" } as const;
    const odd: unknown = JSON.parse('{"__proto__":{"costPrice":1},"constructor":"c"}');
    expect(JSON.stringify(withoutCosts(fields, odd))).toBe(
      '{"__proto__":{"costPrice":null},"constructor":"c"}',
    );
  });
});
