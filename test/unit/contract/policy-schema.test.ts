/** The schema that editors are given is the one that the program reads by. `npm run policy-schema` writes it anew. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { policy } from "../../../contract/channels/policy.ts";

const FILE = join(import.meta.dirname, "../../../docs/policy.schema.json");

const WIDTH = 110;

/** As the formatter of this repository writes it: lists of words on one line, where it has the room. */
const formatted = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    /^(.*)\[\s+("[^[\]{}]*")\s+\](,?)$/gm,
    (whole, before: string, words: string, after: string) => {
      const line = `${before}[${words.split(/,\s+/).join(", ")}]`;
      return line.length > WIDTH ? whole : `${line}${after}`;
    },
  );

it("is the schema of the policy file", async () => {
  const schema = {
    title: "Counterside policy",
    description: "What an owner decides for every computer of a shop: docs/POLICY.md.",
    ...z.toJSONSchema(policy, { io: "input", unrepresentable: "any" }),
  };
  await expect(`${formatted(schema)}\n`).toMatchFileSnapshot(FILE);
});
