/** What a line says of itself, and what is said once of all lines. */
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { MirrorRow } from "../../../../contract/channels/mirror.ts";
import { SHOP } from "../../../helpers/bridge.ts";
import { FILLED, forgetReturns, LINE, open } from "./open-returns.tsx";

beforeEach(forgetReturns);

const AT = { deleted: false, source: "file", updatedAt: "2026-03-01T08:00:00.000Z" } as const;
const UNITS: readonly MirrorRow[] = [
  { kind: "measureUnit", id: 1, name: "Piece", baseUnitId: null, factor: null, ...AT },
  { kind: "measureUnit", id: 2, name: "Box", baseUnitId: 1, factor: "12", ...AT },
];
const withBoxes = {
  "mirror.search": (input: Parameters<NonNullable<(typeof SHOP)["mirror.search"]>>[0]) =>
    input.kind === "measureUnit" ? { rows: [...UNITS] } : (SHOP["mirror.search"]?.(input) ?? { rows: [] }),
};

it("a line whose unit became another says what it is and what it was, and takes it back", async () => {
  const { user } = await open({ answers: withBoxes });
  const unit = await screen.findByTestId<HTMLSelectElement>("cell-0-unit");
  await within(unit).findByRole("option", { name: "Box" });
  await user.selectOptions(unit, "Box");
  const note = await screen.findByTestId("unit-note");
  expect(note.textContent?.replace(/[\u2066-\u2069]/g, "")).toContain(
    "3 × Box at 2.50, was 3 × Piece at 2.50",
  );
  expect(screen.getByTestId("unit-in-base").textContent?.replace(/[\u2066-\u2069]/g, "")).toBe(
    "3 × Box = 36 Piece",
  );
  await user.click(screen.getByTestId("unit-undo"));
  expect(unit.value).toBe("1");
  expect(screen.queryByTestId("unit-note")).toBeNull();
});

it("a name in two languages is drawn in two lines, the screen's own first", async () => {
  const rice: MirrorRow = {
    kind: "product",
    id: 1001,
    name: "أرز بسمتي 5 كجم / Basmati rice 5 kg",
    ...AT,
    units: [{ barcode: "6291", measureUnitId: 1, measureUnitName: "Piece", price: null, costPrice: "2.5" }],
  };
  await open({
    answers: {
      "mirror.search": (input) =>
        input.kind === "product" ? { rows: [rice] } : (SHOP["mirror.search"]?.(input) ?? { rows: [] }),
    },
  });
  const own = await screen.findByText("Basmati rice 5 kg");
  expect(own.nextElementSibling?.textContent).toBe("أرز بسمتي 5 كجم");
});

it("lines above the last known stock are counted once for all, and shown one after the other", async () => {
  const lines = ["l-1", "l-2", "l-3"].map((lineId, at) => ({
    ...LINE,
    lineId,
    productId: at === 1 ? "1002" : "1001",
  }));
  const { asked, user } = await open({
    drafts: [{ ...FILLED, lines }],
    answers: {
      "mirror.stock": ({ productId, productIds = [productId ?? ""] }) => ({
        cursor: null,
        rows: productIds.map((id) => ({
          productId: Number(id),
          measureUnitId: 1,
          storeId: 1,
          barcode: null,
          currencyId: null,
          productionAt: null,
          expiryAt: null,
          costPrice: null,
          source: "service",
          other: null,
          updatedAt: AT.updatedAt,
          quantity: String(id) === "1001" ? "5" : "100",
        })),
      }),
    },
  });
  const above = await screen.findByTestId("above-stock");
  expect(above.textContent).toContain("2 lines take more than the last known stock.");
  expect(asked("mirror.stock")).toContainEqual({ productIds: ["1001", "1002"] });
  const show = screen.getByTestId("above-stock-show");
  for (const row of [0, 2, 0]) {
    await user.click(show);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId(`cell-${row}-quantity`)));
  }
});

it("a price and the total calculated here are marked where they have more decimals than the currency", async () => {
  const { user, asked } = await open();
  const price = await screen.findByTestId("cell-0-price");
  expect(screen.queryByTestId("return-total-digits")).toBeNull();
  await user.clear(price);
  await user.type(price, "2.125");
  const said = await screen.findByTestId("cell-0-price-digits");
  expect(said.textContent).toMatch(/has 2 decimal places; this has 3/);
  expect(price.getAttribute("aria-description")).toBe(said.textContent);
  expect(price.getAttribute("aria-invalid")).toBe("false");
  const total = within(screen.getByTestId("return-total"));
  expect(total.getByLabelText(/Calculated here: 3 decimal places; .*YER.* has 2/)).toBeTruthy();
  // A total that fits is not marked, though the price of one piece doesn't.
  const quantity = screen.getByTestId("cell-0-quantity");
  await user.clear(quantity);
  await user.type(quantity, "4");
  expect(screen.queryByTestId("return-total-digits")).toBeNull();
  expect(screen.getByTestId("cell-0-price-digits")).toBeTruthy();
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(asked("purchaseReturn.post")).toHaveLength(1));
});
