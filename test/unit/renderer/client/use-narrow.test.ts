/** How much room a screen has beside the menu, which folds the tables of small windows and of large text. */
import { expect, it } from "vitest";
import { screenRem } from "../../../../renderer/client/use-narrow.ts";

it.each([
  ["the smallest window", 1024, 1, "wide", 49],
  ["with the narrow menu", 1024, 1, "narrow", 58],
  ["the usual window", 1360, 1, "wide", 70],
  ["text at 200 %, where the menu is narrow anyhow", 1360, 2, "wide", 36.5],
] as const)("%s: %i pixels at %d, menu %s, are %d rem", (_words, width, textScale, menu, room) => {
  expect(screenRem(width, { textScale, menu })).toBe(room);
});
