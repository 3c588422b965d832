import { expect, it } from "vitest";
import { optionTyped } from "../../../../../renderer/features/scanning/scanner.tsx";

const UNITS = ["Choose…", "Piece", "Box of 12", "Pack", "Bag"];

it("one letter goes from fitting option to fitting option, round and round", () => {
  expect(optionTyped(UNITS, 0, "b")).toBe(2);
  expect(optionTyped(UNITS, 2, "b")).toBe(4);
  expect(optionTyped(UNITS, 4, "bb")).toBe(2);
});

it("a word stays where it fits, in either case and either script", () => {
  expect(optionTyped(UNITS, 1, "PA")).toBe(3);
  expect(optionTyped(UNITS, 3, "pac")).toBe(3);
  expect(optionTyped(["حبة", "علبة"], 0, "عل")).toBe(1);
});

it("what fits nothing chooses nothing", () => {
  expect(optionTyped(UNITS, 1, "290")).toBeNull();
  expect(optionTyped([], -1, "b")).toBeNull();
});
