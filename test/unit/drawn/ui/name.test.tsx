/** A name in two languages is drawn with the screen's own first; the whole can be read on hover. */
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Name } from "../../../../renderer/ui/name.tsx";
import { draw } from "../../../helpers/drawn.tsx";

const ENGLISH = "Basmati rice 5 kg";
const ARABIC = "أرز بسمتي 5 كجم";

it.each([
  ["en", ENGLISH, ARABIC],
  ["ar", ARABIC, ENGLISH],
] as const)("the reader's own language comes first, %s", async (language, first, second) => {
  await draw(<Name>{`${ENGLISH} / ${ARABIC}`}</Name>, { language });
  const parts = [...screen.getByTitle(`${ENGLISH} / ${ARABIC}`).querySelectorAll("bdi")];
  expect(parts.map((part) => part.textContent)).toEqual([first, second]);
});
