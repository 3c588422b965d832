/** The service's words at the borders of what is shown of them. */
import { expect, it } from "vitest";
import { serviceWords } from "../../../../../main/engine/core/sync/service-words.ts";

/** `text` inside so many objects. */
const inObjects = (depth: number, text: string): string =>
  `${'{"a":'.repeat(depth)}"${text}"${"}".repeat(depth)}`;

it("words of 500 letters are shown whole, and of longer ones the first 500", () => {
  expect(serviceWords(`"${"x".repeat(500)}"`)).toBe(`${"x".repeat(500)}`);
  expect(serviceWords(`"${"x".repeat(501)}"`)).toBe(`${"x".repeat(500)}…`);
});

it("a text is found inside seven objects; deeper, the answer is shown as it came", () => {
  expect(serviceWords(inObjects(7, "no stock"))).toBe("no stock");
  expect(serviceWords(inObjects(8, "no stock"))).toBe(`${inObjects(8, "no stock")}`);
});

it("an answer without a word has none", () => {
  expect(serviceWords(" \n")).toBe("");
});

it("what a longer text says at its start or at its end is not said again", () => {
  for (const message of ["Not enough stock: line 3", "line 3: Not enough stock"])
    expect(serviceWords(JSON.stringify({ message, detail: "Not enough stock" }))).toBe(`${message}`);
});
