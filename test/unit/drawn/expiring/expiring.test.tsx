/** What expires on the screen: shown by word and value, chosen by keys, and handed to the form of a return. */
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { ChannelOutput } from "../../../../contract/channels.ts";
import { takeWished } from "../../../../renderer/features/drafts/correction.ts";
import { useExpiring } from "../../../../renderer/screens/expiring/expiring-rows.ts";
import ExpiringScreen from "../../../../renderer/screens/expiring/index.tsx";
import { ExpiringPanel } from "../../../../renderer/screens/home/expiring-panel.tsx";
import PurchaseReturnScreen from "../../../../renderer/screens/purchase-return/index.tsx";
import { activeDraft, useReturns } from "../../../../renderer/screens/purchase-return/returns-store.ts";
import type { Answers } from "../../../helpers/bridge.ts";
import { draw } from "../../../helpers/drawn.tsx";
import { forgetReturns } from "../purchase-return/open-returns.tsx";

type Row = ChannelOutput<"expiry.list">["rows"][number];
const row = (fields: Partial<Row>): Row => ({
  productId: 1001,
  measureUnitId: 1,
  storeId: 1,
  storeName: "Main store",
  productionAt: null,
  expiryAt: "2026-12-01",
  daysLeft: 6,
  quantity: "2",
  costPrice: "10",
  currencyId: "YER",
  value: "20",
  supplierAccountId: 1101,
  supplierName: "Hadda / حدة",
  source: "file",
  updatedAt: "2026-11-24T00:00:00.000Z",
  ...fields,
});
const ROWS = [
  row({ expiryAt: "2026-11-20", daysLeft: -5 }),
  row({ expiryAt: "2026-11-25", daysLeft: 0, supplierAccountId: 1102, supplierName: "Amal" }),
  row({ expiryAt: "2026-12-30", daysLeft: 35, value: null, costPrice: null }),
];
const answers = (rows: Row[] = ROWS): Answers => ({ "expiry.list": () => ({ rows, more: false }) });

beforeEach(() => {
  useExpiring.setState(useExpiring.getInitialState(), true);
  takeWished();
  forgetReturns();
});

describe("Expiring stock", () => {
  it("says of each batch how long it is left, and what all are worth", async () => {
    await draw(<ExpiringScreen />, { answers: answers() });
    expect(await screen.findByText("expired 5 days ago")).toBeTruthy();
    expect(screen.getByText("expires today")).toBeTruthy();
    expect(screen.getByText("35 days left")).toBeTruthy();
    const totals = screen.getByText("3 batches shown, value at cost").parentElement;
    if (totals === null) throw new Error("no totals");
    expect(totals.textContent).toContain("40.00YER");
    expect(totals.textContent).toContain("1 batch without a known value");
    expect(screen.getByText(/^The return: .*2.* lines, .*Hadda \/ /)).toBeTruthy();
  });

  it("has room for its columns at 1280 also with large values, the source below the product then", async () => {
    Object.defineProperty(window, "innerWidth", { value: 1280, configurable: true });
    const large = row({ value: "99999999999.125", costPrice: "49999999999.5" });
    await draw(<ExpiringScreen />, { answers: answers([large]), settings: { menu: "wide" } });
    const grid = await screen.findByRole("grid");
    await waitFor(() => expect(grid.textContent).toMatch(/file · /i));
    const [head] = within(grid).getAllByRole("row");
    const least = head?.style.minInlineSize.match(/[\d.]+(?=rem)/g)?.map(Number) ?? [];
    // 1280 less the menu, the screen's sides and two scrollbars.
    expect(least.reduce((sum, rem) => sum + rem, 0)).toBeLessThanOrEqual(60.25);
    expect(within(grid).queryByRole("columnheader", { name: "Source" })).toBeNull();
  });

  it("asks for the days, the supplier and the store that are chosen", async () => {
    const { user, asked } = await draw(<ExpiringScreen />, { answers: answers() });
    expect(asked("expiry.list")).toEqual([{}]);
    await user.click(await screen.findByText("60 days"));
    await user.type(screen.getByLabelText("Supplier", { selector: "input:not([type=radio])" }), "1101");
    await user.keyboard("{Enter}");
    await waitFor(() =>
      expect(asked("expiry.list").at(-1)).toEqual({ withinDays: 60, supplierAccountId: "1101" }),
    );
  });

  it("hands all of the marked row's supplier, or the chosen rows, to a return with Ctrl+Enter", async () => {
    const { user, path } = await draw(<ExpiringScreen />, { answers: answers() });
    await screen.findByText("expires today");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(path()).toBe("/purchase-return");
    expect(takeWished().map(({ supplierAccountId, lines }) => [supplierAccountId, lines.length])).toEqual([
      ["1101", 2],
    ]);
    screen.getByRole("grid").focus();
    await user.keyboard(" {ArrowDown} {Enter}");
    expect(takeWished().map(({ supplierAccountId, lines }) => [supplierAccountId, lines.length])).toEqual([
      ["1101", 1],
      ["1102", 1],
    ]);
  });

  it("leads to the import where no stock is known", async () => {
    const { user, path } = await draw(<ExpiringScreen />, { answers: answers([]) });
    await user.click(await screen.findByRole("button", { name: "Import the stock list" }));
    expect(path()).toBe("/reference-data/stock");
  });
});

describe("the form of a return that another screen asks for", () => {
  it("begins with it, and with the account of the last return", async () => {
    const { user } = await draw(<ExpiringScreen />, { answers: answers() });
    await screen.findByText("expires today");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await draw(<PurchaseReturnScreen />, {
      answers: { ...answers(), "mirror.productDetail": () => null },
    });
    await waitFor(() => expect(activeDraft(useReturns.getState())?.supplierAccountId).toBe("1101"));
    expect(activeDraft(useReturns.getState())).toMatchObject({
      storeId: "1",
      currencyId: "YER",
      lines: [
        { productId: "1001", expiryAt: "2026-11-20", price: "10", quantity: "2", priceTyped: false },
        { expiryAt: "2026-12-30", price: "", quantity: "2" },
      ],
    });
    expect(takeWished()).toEqual([]);
  });
});

describe("Home", () => {
  const totals = (batches: number): Answers => ({
    "expiry.totals": () => ({
      batches,
      expired: 1,
      values: [{ currencyId: "YER", value: "40" }],
      unvalued: 0,
      more: false,
    }),
  });

  it("says how many batches expire and what they cost, and leads there", async () => {
    await draw(<ExpiringPanel />, { answers: totals(3) });
    const link = await screen.findByRole("link", { name: "3 batches within the suppliers' days" });
    expect(link.getAttribute("href")).toBe("/expiring");
    expect(screen.getByRole("region").textContent).toContain("40.00YER");
  });

  it("says nothing where nothing expires", async () => {
    const { asked } = await draw(<ExpiringPanel />, { answers: totals(0) });
    await waitFor(() => expect(asked("expiry.totals")).toHaveLength(1));
    expect(screen.queryByRole("region")).toBeNull();
  });
});
