/** What is offered beside a print that was saved. */
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Printed } from "../../../../contract/channels/printing.ts";
import { PrintedNotice } from "../../../../renderer/features/printing.tsx";
import { ar } from "../../../../renderer/i18n/ar/index.ts";
import { draw } from "../../../helpers/drawn.tsx";

const saved = (path: string): Printed => ({ outcome: "saved", path, pages: 1, detail: null });
const names = () => screen.queryAllByRole("button").flatMap(({ textContent }) => textContent ?? []);

it("a saved slip can be opened or shown in its folder, and it is said why where it can't", async () => {
  const { user, asked } = await draw(<PrintedNotice printed={saved("/tmp/slip.pdf")} error={null} />, {
    answers: {
      "print.openSaved": ({ how }) =>
        how === "open"
          ? { outcome: "failed", detail: "No program for it" }
          : { outcome: "shown_in_folder", detail: null },
    },
  });
  await user.click(await screen.findByRole("button", { name: "Show in folder" }));
  await user.click(screen.getByRole("button", { name: "Open" }));
  expect(asked("print.openSaved")).toEqual([
    { path: "/tmp/slip.pdf", how: "inFolder" },
    { path: "/tmp/slip.pdf", how: "open" },
  ]);
  await screen.findByText(/couldn't be opened/);
  screen.getByText("No program for it", { selector: "details pre" });
});

it("a slip that something else has taken the place of is said not to be opened", async () => {
  const { user } = await draw(<PrintedNotice printed={saved("/tmp/slip.pdf")} error={null} />, {
    language: "ar",
    answers: { "print.openSaved": () => ({ outcome: "changed", detail: null }) },
  });
  await user.click(await screen.findByRole("button", { name: ar.action.open }));
  await screen.findByText(ar.print.outcome.changed);
});

it("a saved table is only shown in its folder, and a print that was not saved offers neither", async () => {
  await draw(<PrintedNotice printed={saved("/tmp/list.csv")} error={null} />, { answers: {} });
  await screen.findByRole("button", { name: "Show in folder" });
  expect(names()).not.toContain("Open");
  await draw(<PrintedNotice printed={{ ...saved("/tmp/b.pdf"), outcome: "not_written" }} error={null} />, {
    answers: {},
  });
  expect(screen.getAllByRole("button", { name: "Show in folder" })).toHaveLength(1);
});
