/** How scans are read, as the owner sets it: rules for the shop's own codes, tried before they hold. */
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { InStoreRule, ScanRules } from "../../../../contract/channels/scan.ts";
import { DEFAULT_SETTINGS } from "../../../../contract/default-settings.ts";
import { ScanPanel } from "../../../../renderer/screens/settings/scan-panel.tsx";
import { draw } from "../../../helpers/drawn.tsx";

const RULE: InStoreRule = { prefix: "21", itemDigits: 5, holds: "price", decimals: 2, ownCheckDigit: false };

async function open(first: ScanRules = { inStore: [], batchInDescription: false }) {
  let kept = first;
  const changes: object[] = [];
  const drawn = await draw(
    <ScanPanel settings={DEFAULT_SETTINGS} onChange={(change) => changes.push(change)} />,
    {
      answers: {
        "scanRules.get": () => kept,
        "scanRules.set": (change) => {
          kept = { ...kept, ...Object.fromEntries(Object.entries(change)) };
          return kept;
        },
        "mirror.scan": ({ code }) => ({
          found: "unknown",
          why: code === "1" ? "checkDigit" : "noProduct",
          barcode: code,
          batchInDescription: false,
        }),
      },
    },
  );
  await screen.findByLabelText("Try a code");
  return { ...drawn, changes };
}

it("a rule is added, shown as the code's form, and removed", async () => {
  const { user, asked } = await open();
  await user.selectOptions(screen.getByLabelText("Begins with"), "23");
  await user.selectOptions(screen.getByLabelText("Then follows"), "price");
  await user.selectOptions(screen.getByLabelText("Decimals"), "2");
  await user.click(screen.getByRole("button", { name: "Add rule" }));
  const remove = await screen.findByRole("button", { name: "Remove the rule for codes that begin with 23" });
  expect(asked("scanRules.set")).toEqual([
    { inStore: [{ prefix: "23", itemDigits: 5, holds: "price", decimals: 2, ownCheckDigit: false }] },
  ]);
  expect(screen.getAllByText(/begin with .*23.*: item .*AAAAA.*, price .*BBB\.BB/)).toHaveLength(2);
  screen.getByRole("button", { name: "Replace rule" });
  await user.click(remove);
  await waitFor(() => expect(asked("scanRules.set").at(-1)).toEqual({ inStore: [] }));
});

it("a rule that leaves no digits for the value is not added", async () => {
  const { user, asked } = await open();
  await user.selectOptions(screen.getByLabelText("Digits of the item's number"), "8");
  await user.selectOptions(screen.getByLabelText("Decimals"), "3");
  screen.getByText("These leave too few digits for the value.");
  expect(screen.getByRole("button", { name: "Add rule" })).toHaveProperty("disabled", true);
  expect(asked("scanRules.set")).toEqual([]);
});

it("a code is tried by the kept rules with the one in the form, and its Enter adds nothing", async () => {
  const { user, asked } = await open({ inStore: [RULE], batchInDescription: true });
  await user.type(screen.getByLabelText("Try a code"), "1{Enter}");
  await screen.findByText("The check digit is wrong.");
  expect(asked("mirror.scan").at(-1)).toMatchObject({
    code: "1",
    rules: { inStore: [RULE, { prefix: "20", itemDigits: 5 }] },
  });
  expect(asked("scanRules.set")).toEqual([]);
});

it("the batch's place and the sound are switched", async () => {
  const { user, asked, changes } = await open();
  await user.click(screen.getByLabelText(/^Put the batch into the description/));
  await waitFor(() => expect(asked("scanRules.set")).toEqual([{ batchInDescription: true }]));
  await user.click(screen.getByText("Never"));
  expect(changes).toEqual([{ scanSound: "none" }]);
});
