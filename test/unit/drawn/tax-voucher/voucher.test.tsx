/** A tax voucher on the screen: the change from old to new, and what the PIN is asked for. */
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { Voucher } from "../../../../contract/channels/mirror.ts";
import { PinPrompt } from "../../../../renderer/features/pin/pin-prompt.tsx";
import { dropEdit, keptEdits, useEdits } from "../../../../renderer/screens/tax-voucher/edits-store.ts";
import TaxVoucherScreen from "../../../../renderer/screens/tax-voucher/index.tsx";
import type { Answers } from "../../../helpers/bridge.ts";
import { draw } from "../../../helpers/drawn.tsx";
import { entry, voucherBody } from "../../../helpers/printed-entries.ts";
import { refused } from "../../../helpers/refused.ts";

const SERIAL = "7a0c4e50-0000-4000-8000-000000000003";
const POSTED = { entryId: entry().entryId, serialNo: SERIAL };
const OTHER = "7a0c4e50-0000-4000-8000-000000000004";
const voucher = (serialNo: string): Voucher => ({
  serialNo,
  currencyId: "YER",
  amount: "64000",
  note: "Sales tax",
  status: 1,
  creatorUserId: null,
  creatorDeviceId: null,
  updatedAt: null,
  source: "file",
  mirroredAt: "2026-03-01T08:00:00.000Z",
});

// The screen's edits outlive it, and so the test before.
beforeEach(() => {
  useEdits.setState(useEdits.getInitialState(), true);
  keptEdits.leave();
});

async function open(answers: Answers = {}, language: "en" | "ar" = "en", path = `/tax-voucher/${SERIAL}`) {
  const withPrompt = (
    <main>
      <TaxVoucherScreen />
      <PinPrompt />
    </main>
  );
  const drawn = await draw(withPrompt, {
    language,
    path,
    answers: {
      "documents.get": () => {
        throw refused("not_found");
      },
      "taxVoucher.find": () => ({ vouchers: [voucher(SERIAL), voucher(OTHER)] }),
      "outbox.list": () => ({ entries: [] }),
      ...answers,
    },
  });
  return { ...drawn, amount: await screen.findByTestId("voucher-amount") };
}

it("A changed amount is shown from old to new with its currency, and has separators once it is left", async () => {
  const { user, amount } = await open();
  expect(amount).toHaveProperty("value", "64,000.00");
  // What is typed takes the place of the amount: all of it is selected, and nothing moves under the hand.
  amount.focus();
  await user.keyboard("20400.75");
  expect(amount).toHaveProperty("value", "20400.75");
  await user.tab();
  expect(amount).toHaveProperty("value", "20,400.75");
  const change = screen.getByTestId("voucher-change-amount");
  expect(change.textContent).toBe("64,000.00YER20,400.75YER");
  expect(within(change).getByLabelText("becomes")).toBeTruthy();
});

it("A fraction can be typed behind the known amount, which is typed on the way", async () => {
  const { user, amount } = await open();
  amount.focus();
  await user.keyboard("64000.05");
  expect(amount).toHaveProperty("value", "64000.05");
  // Taken back while the keyboard is in the field, it is the known amount again.
  await user.click(screen.getByTestId("voucher-amount"));
  act(() => dropEdit(SERIAL));
  expect(amount).toHaveProperty("value", "64000");
  await user.tab();
  expect(amount).toHaveProperty("value", "64,000.00");
});

it("An amount that may mean two things stays as it was typed", async () => {
  const { user, amount } = await open();
  await user.clear(amount);
  await user.type(amount, "1,234");
  await user.tab();
  expect(amount).toHaveProperty("value", "1,234");
});

it("An amount with more decimals than its currency is marked beside the field, and can be sent", async () => {
  const { user, amount, asked } = await open({
    "taxVoucher.update": () => POSTED,
    "outbox.get": () => entry({ kind: "taxVoucher", serialNo: SERIAL }),
  });
  await user.clear(amount);
  await user.type(amount, "500.250");
  expect(amount.getAttribute("aria-describedby")).toBeNull();
  await user.keyboard("{Backspace}5");
  const warning = await screen.findByText(/has 2 decimal places; this has 3/);
  expect(amount.getAttribute("aria-describedby")).toContain(warning.id);
  expect(amount.getAttribute("aria-invalid")).not.toBe("true");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() =>
    expect(asked("taxVoucher.update")).toEqual([expect.objectContaining({ amount: "500.255" })]),
  );
});

it("In Arabic the warning counts the decimals as Arabic does", async () => {
  const { user, amount } = await open({}, "ar");
  await user.clear(amount);
  await user.type(amount, "0.125");
  expect(await screen.findByText(/منزلتان عشريتان، وفي هذا المبلغ/)).toBeTruthy();
});

it("Nothing takes up room for changes that wait where none does", async () => {
  await open();
  expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).not.toContain(
    "Entered, not confirmed",
  );
});

it("The list marks the voucher that a change waits for", async () => {
  await open({
    "outbox.list": () => ({
      entries: [{ ...entry({ kind: "taxVoucher", serialNo: OTHER.toUpperCase() }), attempts: 0 }],
    }),
  });
  const mark = await screen.findByTestId(`voucher-waits-${OTHER.toUpperCase()}`);
  expect(mark.textContent).toBe("Waiting to be sent");
  expect(screen.queryByTestId(`voucher-waits-${SERIAL}`)).toBeNull();
});

it.each([
  ["en", "Voucher …00000003: Amount from 64,000.00 YER to 5.00 YER and Note: Sales taxes."],
  ["ar", "السند …00000003: المبلغ من 64,000.00 YER إلى 5.00 YER والملاحظة: Sales taxes."],
] as const)("The PIN's prompt names the voucher and the change, %s", async (language, words) => {
  const { user, amount } = await open(
    {
      "taxVoucher.update": () => {
        throw refused("pin_needed", { action: "taxVoucher" });
      },
    },
    language,
  );
  await user.clear(amount);
  await user.type(amount, "5");
  await user.type(screen.getByTestId("voucher-note"), "es");
  await user.keyboard("{Control>}{Enter}{/Control}");
  const prompt = await screen.findByRole("dialog");
  const said = prompt.textContent?.replace(/[\u2066-\u2069]/g, "");
  expect(said).toContain(words);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("An edit that is sent again after a lost reply is the same posting; another edit is another", async () => {
  const { user, amount, asked } = await open({
    "taxVoucher.update": () => {
      throw refused("engine_unavailable");
    },
  });
  const send = () => user.keyboard("{Control>}{Enter}{/Control}");
  const ids = () => asked("taxVoucher.update").map(({ postingId }) => postingId);
  await user.clear(amount);
  await user.type(amount, "5");
  await send();
  await waitFor(() => expect(ids()).toHaveLength(1));
  await send();
  await waitFor(() => expect(ids()).toHaveLength(2));
  await user.type(amount, "0");
  await send();
  await waitFor(() => expect(ids()).toHaveLength(3));
  const [first, again, changed] = ids();
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(again).toBe(first);
  expect(changed).not.toBe(first);
});

it("arrow down leads from the search into the list, as on the other screens", async () => {
  const { user } = await open();
  await user.click(screen.getByTestId("voucher-search"));
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(screen.getByRole("grid"));
});

it("A correction from the outbox begins in its first field, and what is typed is the voucher's", async () => {
  const { user } = await open(
    {
      "outbox.get": () => entry({ kind: "taxVoucher", requestBody: voucherBody("64000") }),
      "attachment.ofEntry": () => ({ files: [] }),
    },
    "en",
    `/tax-voucher?corrects=${POSTED.entryId}`,
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId("voucher-amount")));
  await user.keyboard("70");
  expect(screen.getByTestId("voucher-amount")).toHaveProperty("value", "70");
  expect(screen.getByTestId("voucher-search")).toHaveProperty("value", "");
});
