/** Records chosen to be undeleted: keys mark the first one, the list's own box counts its own rows, and the PIN's prompt names them. */
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { MirrorRow } from "../../../../contract/channels/mirror.ts";
import { PinPrompt } from "../../../../renderer/features/pin/pin-prompt.tsx";
import RestoreScreen from "../../../../renderer/screens/restore/index.tsx";
import { useRestores } from "../../../../renderer/screens/restore/restore-store.ts";
import { draw } from "../../../helpers/drawn.tsx";
import { refused } from "../../../helpers/refused.ts";

const FROM_FILE = { deleted: true, source: "file", updatedAt: "2026-03-01T08:00:00.000Z" } as const;
const ROWS: readonly MirrorRow[] = [
  { kind: "permission", id: 601, name: "Enter returns", ...FROM_FILE },
  { kind: "permission", id: 602, name: "Approve discounts", ...FROM_FILE },
  { kind: "account", id: 2102, name: "Old bank", type: "bank", ...FROM_FILE },
];

// What was chosen outlives the screen, and so the test before.
beforeEach(() => useRestores.setState(useRestores.getInitialState(), true));

async function open() {
  const withPrompt = (
    <>
      <RestoreScreen />
      <PinPrompt />
    </>
  );
  const drawn = await draw(withPrompt, {
    answers: {
      "mirror.search": ({ kind }) => ({ rows: ROWS.filter((row) => row.kind === kind) }),
      "restore.known": () => ({ records: [] }),
      "restore.requestMany": () => {
        throw refused("pin_needed", { action: "restore" });
      },
    },
  });
  await screen.findByRole("grid");
  return drawn;
}

it("What is chosen in another list leaves this list's box empty", async () => {
  const { user } = await open();
  await user.click(screen.getByTestId("restore-tab-permission"));
  await user.click(await screen.findByText("Enter returns"));
  const all = () => screen.getByRole("checkbox", { name: "Select all rows shown" });
  expect(all()).toHaveProperty("indeterminate", true);
  await user.click(screen.getByTestId("restore-tab-account"));
  await screen.findByText("Old bank");
  expect(all()).toHaveProperty("indeterminate", false);
  expect(all()).toHaveProperty("checked", false);
});

it("The PIN's prompt names the records that it is asked for", async () => {
  const { user } = await open();
  await user.click(screen.getByTestId("restore-tab-permission"));
  await user.click(await screen.findByText("Enter returns"));
  await user.click(screen.getByText("Approve discounts"));
  await user.keyboard("{Control>}{Enter}{/Control}");
  const prompt = await screen.findByRole("dialog");
  expect(within(prompt).getByText(/Enter returns.*and.*Approve discounts/)).toBeTruthy();
  await user.keyboard("{Escape}");
});

it("The first arrow down marks the first record, and Space chooses it", async () => {
  const { user } = await open();
  await user.click(screen.getByTestId("restore-tab-permission"));
  await screen.findByText("Enter returns");
  await user.click(screen.getByTestId("restore-search"));
  await user.keyboard("{ArrowDown}");
  expect(screen.getByTestId("restore-row-0").getAttribute("data-active")).toBe("true");
  await user.keyboard(" ");
  expect(screen.getByTestId("restore-check-0")).toHaveProperty("checked", true);
  await user.keyboard("{ArrowDown}");
  expect(screen.getByTestId("restore-row-1").getAttribute("data-active")).toBe("true");
});
