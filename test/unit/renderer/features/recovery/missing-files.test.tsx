import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, it } from "vitest";
import { MissingFiles } from "../../../../../renderer/features/recovery/report-details.tsx";
import { startWords } from "../../../../../renderer/i18n/setup.ts";

beforeAll(() => startWords("en", "latin"));

it("missing files beyond those that are named are told by their number", () => {
  const names = Array.from({ length: 100 }, (_, index) => `${index}.pdf`);
  const told = (count: number) => renderToStaticMarkup(<MissingFiles missing={{ count, names }} />);
  expect(told(120)).toContain("And 20 more.");
  expect(told(100)).not.toContain("more.");
});
