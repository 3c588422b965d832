/** The columns of a return's lines, and the notice of the return before. */
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { defaultSettings } from "../../../../main/shell/settings.ts";
import { foldPosted, useReturns } from "../../../../renderer/screens/purchase-return/returns-store.ts";
import { FILLED, forgetReturns, LINE, open, POSTED_NOW } from "./open-returns.tsx";

beforeEach(forgetReturns);

const heads = () =>
  within(screen.getByRole("grid"))
    .getAllByRole("columnheader")
    .map(({ textContent }) => textContent);

describe("the columns of the lines", () => {
  it("that no line uses are not drawn", async () => {
    await open();
    expect(heads()).toEqual(["#", "Product", "Unit", "Price", "Quantity", "Total", "In stock", ""]);
    expect(screen.queryByLabelText("Free, line 1")).toBeNull();
  });

  it("that a line uses are drawn, and stay when it no longer does", async () => {
    const { user } = await open({ drafts: [{ ...FILLED, lines: [{ ...LINE, freeQuantity: "2" }] }] });
    await user.clear(screen.getByLabelText("Free, line 1"));
    expect(heads()).toContain("Free");
  });

  it("that are asked for are kept in the settings", async () => {
    const { user, asked } = await open({ answers: { "settings.set": () => defaultSettings("en") } });
    await user.click(screen.getByLabelText("Columns of the lines"));
    await user.click(await screen.findByTestId("columns-free"));
    expect(asked("settings.set")).toEqual([{ returnColumns: ["free"] }]);
  });

  it("for dates are shown by Alt+D, with the keyboard in the first of them", async () => {
    const { user } = await open();
    await user.keyboard("{Alt>}d{/Alt}");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Produced, line 1")));
    expect(heads()).toEqual([
      "#",
      "Product",
      "Unit",
      "Produced",
      "Expires",
      "Price",
      "Quantity",
      "Total",
      "In stock",
      "",
    ]);
  });
});

describe("the notice of the return before", () => {
  it.each([
    ["is gone once the next one is scanned", "pending", null],
    ["stays where the outcome is unknown", "outcome_unknown", "Decide now"],
    ["stays where it was refused", "dead_letter", "Correct"],
  ] as const)("%s", async (_what, state, button) => {
    await open({ entry: { state } });
    useReturns.setState({ posted: POSTED_NOW });
    await screen.findByTestId("posted-return");
    foldPosted();
    if (button === null) await waitFor(() => expect(screen.queryByTestId("posted-return")).toBeNull());
    else
      await within(await screen.findByTestId("posted-return")).findByRole("button", {
        name: new RegExp(button),
      });
  });
});
