import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ReportLines } from "../../../../renderer/features/report-lines.tsx";
import { draw } from "../../../helpers/drawn.tsx";

it("a list of a report holds groups of terms alone, also where lines are folded", async () => {
  const fold = { title: "3 balances", lines: [{ label: ["Newest"], value: ["12"] }], more: null };
  await draw(
    <ReportLines
      part={{
        is: "lines",
        key: "balances",
        title: "Balances",
        groups: [[{ label: ["Change"], value: ["2"] }, { fold }]],
        none: "",
      }}
    />,
    { answers: {} },
  );
  const details = (await screen.findByText("3 balances")).closest("details");
  expect(details?.parentElement?.tagName).toBe("DD");
  const children = [...document.querySelectorAll("dl > *")].map(({ tagName }) => tagName);
  expect(children).toEqual(["DIV", "DIV", "DIV"]);
});
