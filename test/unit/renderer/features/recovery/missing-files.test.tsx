import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, it } from "vitest";
import { MissingFilesList } from "../../../../../renderer/features/recovery/report-details.tsx";
import { startWords } from "../../../../../renderer/i18n/setup.ts";

beforeAll(() => startWords("en", "latin"));

it("missing files beyond those that are named are counted", () => {
  const names = Array.from({ length: 100 }, (_, index) => `${index}.pdf`);
  const words = (count: number) => renderToStaticMarkup(<MissingFilesList missing={{ count, names }} />);
  expect(words(120)).toContain("And 20 more.");
  expect(words(100)).not.toContain("more.");
});
