/** A return made from a purchase: found, its lines taken, what is left, and what is said of it. */
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { MirrorRow } from "../../../../contract/channels/mirror.ts";
import type { ChannelOutput } from "../../../../contract/channels.ts";
import { useReturns } from "../../../../renderer/screens/purchase-return/returns-store.ts";
import { type Answers, SHOP } from "../../../helpers/bridge.ts";
import { refused } from "../../../helpers/refused.ts";
import { pause, pressKey } from "../../../helpers/timed-keys.ts";
import { FILLED, forgetReturns, LINE, open } from "./open-returns.tsx";

beforeEach(forgetReturns);

type Purchase = ChannelOutput<"purchases.get">;

const AT = { deleted: false, source: "file", updatedAt: "2026-03-01T08:00:00.000Z" } as const;
const UNITS: readonly MirrorRow[] = [
  { kind: "measureUnit", id: 1, name: "Piece", baseUnitId: null, factor: null, ...AT },
  { kind: "measureUnit", id: 2, name: "Box", baseUnitId: 1, factor: "12", ...AT },
];
const RICE: MirrorRow = {
  kind: "product",
  id: 1001,
  name: "Rice",
  ...AT,
  units: [
    { barcode: "6291041500213", measureUnitId: 1, measureUnitName: "Piece", price: "2.5", costPrice: "2.5" },
  ],
};
const none = { bought: "0", returned: "0", waiting: "0", left: "0", leftInBase: "0" };
const LINE_OF_PURCHASE: Purchase["lines"][number] = {
  row: 1,
  productId: 1001,
  measureUnitId: 1,
  bought: "12",
  returned: "3",
  waiting: "4",
  left: "5",
  leftInBase: "5",
  free: none,
  problem: null,
  price: "2.25",
  productionAt: "2026-01-01",
  expiryAt: "2027-01-31",
  batch: "L1",
};
const SECOND = { ...LINE_OF_PURCHASE, row: 2, productId: 1002, batch: null, price: null };
const PURCHASE: Purchase = {
  documentNo: "INV-4101",
  date: "2026-02-01",
  supplierAccountId: 1101,
  supplierName: "Hadramout Foods",
  currencyId: "YER",
  importedAt: AT.updatedAt,
  lines: [LINE_OF_PURCHASE, SECOND],
};

function answers(purchase: Purchase = PURCHASE): Answers {
  return {
    "mirror.search": (input) => {
      if (input.kind === "measureUnit") return { rows: [...UNITS] };
      if (input.kind === "product" && input.text === "1001") return { rows: [RICE] };
      return SHOP["mirror.search"]?.(input) ?? { rows: [] };
    },
    "scanRules.get": () => ({ inStore: [], batchInDescription: false }),
    "purchases.search": () => ({
      purchases: [{ ...purchase, lines: purchase.lines.length }],
      cursor: null,
    }),
    "purchases.get": ({ documentNo }) => ({ ...purchase, documentNo }),
  };
}
const IDLE = (): void => undefined;
const lines = () => useReturns.getState().drafts[0]?.lines ?? [];
const OF = { documentNo: "INV-4101", supplierAccountId: "1101", row: "1" };
const BACK = { ...LINE, purchaseLine: OF };
const NO_LINES = { ...FILLED, lines: [] };
const BLANK_HEAD = { ...NO_LINES, supplierAccountId: "", note: "n", currencyId: "" };

/** At a scanner's pace, however busy this machine is. */
function scan(code: string): void {
  pause();
  for (const key of [...code, "Enter"]) pressKey(document.activeElement ?? document.body, { key });
}

/** From the open screen to the lines of the purchase, by keys alone. */
async function toLines(user: Awaited<ReturnType<typeof open>>["user"]) {
  await user.keyboard("{Alt>}p{/Alt}");
  const search = await screen.findByTestId("purchase-search");
  await waitFor(() => expect(document.activeElement).toBe(search));
  await screen.findByTestId("purchase-row-0");
  await user.keyboard("{Enter}");
  await screen.findByTestId("bought-row-0");
}

it("Enter right after a number opens what the number finds, and not what was listed before", async () => {
  let answer = IDLE;
  const { user } = await open({
    drafts: [BLANK_HEAD],
    answers: {
      ...answers(),
      "purchases.search": async ({ text }) => {
        if (text !== undefined) await new Promise<void>((done) => (answer = done));
        const documentNo = text ?? PURCHASE.documentNo;
        return { purchases: [{ ...PURCHASE, documentNo, lines: 2 }], cursor: null };
      },
    },
  });
  await user.keyboard("{Alt>}p{/Alt}");
  const search = await screen.findByTestId("purchase-search");
  await screen.findByTestId("purchase-row-0");
  fireEvent.change(search, { target: { value: "INV-7" } });
  fireEvent.keyDown(search, { key: "Enter" });
  await waitFor(() => expect(answer).not.toBe(IDLE));
  expect(screen.queryByTestId("bought-row-0")).toBeNull();
  answer();
  await screen.findByTestId("bought-row-0");
  screen.getByText(/INV-7/);
});

it("a scan calls off an Enter that waits for an answer: what it finds is listed", async () => {
  let answer = IDLE;
  const { user } = await open({
    scanner: true,
    drafts: [BLANK_HEAD],
    answers: {
      ...answers(),
      "purchases.search": async ({ text }) => {
        if (text === "INV-7") await new Promise<void>((done) => (answer = done));
        const documentNo = text ?? PURCHASE.documentNo;
        return { purchases: [{ ...PURCHASE, documentNo, lines: 2 }], cursor: null };
      },
      "mirror.scan": ({ code }) => ({
        found: "unknown",
        why: "noProduct",
        barcode: code,
        batchInDescription: false,
      }),
    },
  });
  await user.keyboard("{Alt>}p{/Alt}");
  const search = await screen.findByTestId<HTMLInputElement>("purchase-search");
  await waitFor(() => expect(document.activeElement).toBe(search));
  await screen.findByTestId("purchase-row-0");
  fireEvent.change(search, { target: { value: "INV-7" } });
  fireEvent.keyDown(search, { key: "Enter" });
  await waitFor(() => expect(answer).not.toBe(IDLE));
  scan("400177123");
  await waitFor(() => expect(search.value).toBe("400177123"));
  answer();
  await waitFor(() => expect(numbers()).toEqual(["400177123"]));
});

it("lines are added all at once, with all of the purchase but the quantity, and the head where it was empty", async () => {
  const { user } = await open({ drafts: [BLANK_HEAD], answers: answers() });
  await toLines(user);
  const row = within(screen.getByTestId("bought-row-0"));
  for (const figure of ["12", "3", "4", "5", "2.25"]) row.getByText(figure);
  await user.keyboard("{Alt>}{Enter}{/Alt}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId("cell-0-quantity")));
  expect(lines()).toEqual([
    expect.objectContaining({
      productId: "1001",
      measureUnitId: "1",
      productionAt: "2026-01-01",
      expiryAt: "2027-01-31",
      price: "2.25",
      priceTyped: true,
      scanned: false,
      quantity: "",
      freeQuantity: "",
      receivedQuantity: "",
      description: "",
      purchaseLine: OF,
    }),
    expect.objectContaining({ productId: "1002", price: "", priceTyped: false, quantity: "" }),
  ]);
  expect(useReturns.getState().drafts[0]).toMatchObject({ supplierAccountId: "1101", currencyId: "YER" });
});

it("of a purchase's numbers only those that were rounded are marked, and cut at three decimals", async () => {
  const rounded = { ...LINE_OF_PURCHASE, returned: "0", waiting: "0.416667", left: "11.583333" };
  const first = { ...rounded, problem: "inexact" as const };
  const { user } = await open({ answers: answers({ ...PURCHASE, lines: [first, SECOND] }) });
  await toLines(user);
  const cells = within(screen.getByTestId("bought-row-0")).getAllByRole("gridcell");
  expect(cells.slice(2, 6).map(({ textContent }) => textContent)).toEqual(["12", "0", "≈0.416", "≈11.583"]);
});

it("a panel that was left open has the keyboard when its return is shown again", async () => {
  const { user } = await open({ answers: answers() });
  await user.keyboard("{Alt>}p{/Alt}");
  await screen.findByTestId("purchase-search");
  cleanup();
  await open({ answers: answers() });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId("purchase-search")));
});

it("one line after the other is added by Enter, and Escape leads to the quantity of the first", async () => {
  const { user } = await open({ drafts: [{ ...FILLED, lines: [LINE] }], answers: answers() });
  const cell = await screen.findByTestId("cell-0-price");
  cell.focus();
  await toLines(user);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(lines().map(({ productId }) => productId)).toEqual(["1001", "1001"]));
  // The same line is not taken twice; the next one is marked.
  await user.keyboard("{ArrowUp}{Enter}");
  expect(lines()).toHaveLength(2);
  await user.keyboard("{Escape}");
  await screen.findByTestId("purchase-search");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId("cell-1-quantity")));
});

it("Escape leads back to where the keyboard was where no line was added", async () => {
  const { user } = await open({ drafts: [{ ...FILLED, lines: [LINE] }], answers: answers() });
  (await screen.findByTestId("cell-0-price")).focus();
  await toLines(user);
  await user.keyboard("{Escape}");
  await screen.findByTestId("purchase-search");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId("cell-0-price")));
});

it("the batch goes into the remark where the owner's rule for batches says so", async () => {
  const { user } = await open({
    drafts: [NO_LINES],
    answers: { ...answers(), "scanRules.get": () => ({ inStore: [], batchInDescription: true }) },
  });
  await toLines(user);
  await waitFor(async () => {
    await user.keyboard("{Alt>}{Enter}{/Alt}");
    expect(lines().map(({ description }) => description)).toEqual(["Batch L1", ""]);
  });
});

it("a scan in the panel finds the purchases with the product, and types nothing", async () => {
  const { user, asked } = await open({
    scanner: true,
    drafts: [NO_LINES],
    answers: {
      ...answers(),
      "mirror.scan": () => ({
        found: "product",
        product: { ...RICE, kind: "product", barcode: "6291041500213", stock: [] },
        barcode: "6291041500213",
        batchInDescription: false,
      }),
    },
  });
  await user.keyboard("{Alt>}p{/Alt}");
  const search = await screen.findByTestId<HTMLInputElement>("purchase-search");
  await waitFor(() => expect(document.activeElement).toBe(search));
  scan("6291041500213");
  await screen.findByText(/Purchases with/);
  expect(search.value).toBe("");
  await waitFor(() =>
    expect(asked("purchases.search").at(-1)).toEqual({
      limit: 50,
      productId: "1001",
      supplierAccountId: "1101",
    }),
  );
  expect(lines()).toEqual([]);
});

it("a scanned code that is no product's is looked for as a purchase's number", async () => {
  const { user, asked } = await open({
    scanner: true,
    drafts: [NO_LINES],
    answers: {
      ...answers(),
      "mirror.scan": ({ code }) => ({
        found: "unknown",
        why: "noProduct",
        barcode: code,
        batchInDescription: false,
      }),
    },
  });
  await user.keyboard("{Alt>}p{/Alt}");
  const search = await screen.findByTestId<HTMLInputElement>("purchase-search");
  await waitFor(() => expect(document.activeElement).toBe(search));
  scan("400177123");
  await waitFor(() => expect(search.value).toBe("400177123"));
  await waitFor(() =>
    expect(asked("purchases.search").at(-1)).toEqual({
      limit: 50,
      text: "400177123",
      supplierAccountId: "1101",
    }),
  );
});

const OTHERS = { ...PURCHASE, documentNo: "X-9", supplierAccountId: 1102, supplierName: "Aden Mills" };
/** Purchases of two suppliers, as the engine finds them. */
const ofTwo: Answers = {
  ...answers(),
  "purchases.search": ({ supplierAccountId, text = "" }) => ({
    purchases: [PURCHASE, OTHERS]
      .filter(
        (one) =>
          supplierAccountId === undefined || String(one.supplierAccountId) === String(supplierAccountId),
      )
      .filter(({ documentNo }) => documentNo.includes(text))
      .map((one) => ({ ...one, lines: one.lines.length })),
    cursor: null,
  }),
};
const numbers = () =>
  screen.getAllByTestId(/^purchase-row-/).map((row) => within(row).getAllByRole("gridcell")[0]?.textContent);

it("the purchases of the return's supplier come first, all suppliers' by one key, and back", async () => {
  const { user } = await open({ drafts: [NO_LINES], answers: ofTwo });
  await user.keyboard("{Alt>}p{/Alt}");
  await waitFor(() => expect(numbers()).toEqual(["INV-4101"]));
  expect(screen.getByTestId("purchase-supplier").textContent).toContain("Purchases from");
  await user.keyboard("{Alt>}s{/Alt}");
  await waitFor(() => expect(numbers()).toEqual(["INV-4101", "X-9"]));
  expect(document.activeElement).toBe(screen.getByTestId("purchase-search"));
  await user.click(screen.getByTestId("purchase-everyone"));
  await waitFor(() => expect(numbers()).toEqual(["INV-4101"]));
});

it("a purchase of another supplier is found by its number, and says so", async () => {
  const { user } = await open({ drafts: [NO_LINES], answers: ofTwo });
  await user.keyboard("{Alt>}p{/Alt}");
  await waitFor(() => expect(numbers()).toEqual(["INV-4101"]));
  await user.keyboard("X-9");
  await waitFor(() => {
    expect(numbers()).toEqual(["X-9"]);
    expect(screen.getByTestId("purchase-supplier").textContent).toContain("These are other suppliers’.");
  });
});

it("a return without a supplier lists everyone's purchases, and has nothing to switch", async () => {
  const { user } = await open({ drafts: [BLANK_HEAD], answers: ofTwo });
  await user.keyboard("{Alt>}p{/Alt}");
  await waitFor(() => expect(numbers()).toEqual(["INV-4101", "X-9"]));
  expect(screen.queryByTestId("purchase-supplier")).toBeNull();
});

it("of two scans in quick succession the later one is looked for, whichever answer comes first", async () => {
  const unknown = (code: string) => ({
    found: "unknown" as const,
    why: "noProduct" as const,
    barcode: code,
    batchInDescription: false,
  });
  let answerFirst: () => void = () => undefined;
  const { user, asked } = await open({
    scanner: true,
    drafts: [NO_LINES],
    answers: {
      ...answers(),
      "mirror.scan": ({ code }) =>
        code === "400177124"
          ? unknown(code)
          : new Promise((answer) => {
              answerFirst = () => answer(unknown(code));
            }),
    },
  });
  await user.keyboard("{Alt>}p{/Alt}");
  const search = await screen.findByTestId<HTMLInputElement>("purchase-search");
  await waitFor(() => expect(document.activeElement).toBe(search));
  scan("400177123");
  await waitFor(() => expect(asked("mirror.scan")).toHaveLength(1));
  scan("400177124");
  await waitFor(() => expect(search.value).toBe("400177124"));
  const before = asked("purchases.search").length;
  answerFirst();
  await waitFor(() => expect(asked("purchases.search").length).toBeGreaterThan(before));
  expect(search.value).toBe("400177124");
});

it("the word of a purchase from another supplier or in another currency is a warning, and blocks nothing", async () => {
  const other = { ...PURCHASE, supplierAccountId: 1102, supplierName: "Aden Trading", currencyId: "USD" };
  const { user, asked } = await open({
    drafts: [{ ...FILLED, lines: [{ ...BACK, purchaseLine: { ...OF, supplierAccountId: "1102" } }] }],
    answers: answers(other),
  });
  const notice = await screen.findByTestId("head-differs");
  expect(notice.textContent?.replace(/[\u2066-\u2069]/g, "")).toBe(
    "INV-4101 was bought from Aden Trading. This return goes to Hadramout Foods. You can still save and send it." +
      "INV-4101 was bought in USD. This return is in YER. Check the prices.",
  );
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(asked("purchaseReturn.post")).toHaveLength(1));
});

it("more than is left is a warning with the number and how much is left, over all lines of it, and is sent", async () => {
  const { user, asked } = await open({
    drafts: [{ ...FILLED, lines: [BACK, { ...BACK, lineId: "l-2", quantity: "2" }] }],
    answers: answers(),
  });
  await waitFor(() => expect(screen.getByTestId("cell-0-left").textContent).toBe("5"));
  expect(screen.queryByTestId("cell-0-quantity-aboveLeft")).toBeNull();
  await user.type(screen.getByTestId("cell-1-quantity"), "{Control>}a{/Control}3");
  const note = await screen.findByTestId("cell-0-quantity-aboveLeft");
  expect(note.textContent?.replace(/[\u2066-\u2069]/g, "")).toBe(
    "More than the 5 Piece left of INV-4101. You can still save and send it.",
  );
  expect((await screen.findByTestId("above-left")).textContent).toContain("2 lines are above");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() =>
    expect(asked("purchaseReturn.post")[0]?.lines.map(({ purchaseLine }) => purchaseLine)).toEqual([OF, OF]),
  );
});

it("what is left is shown in the line's own unit, and in the purchase's where that number has no end", async () => {
  await open({
    drafts: [
      {
        ...FILLED,
        lines: [
          { ...BACK, measureUnitId: "2", quantity: "" },
          { ...BACK, lineId: "l-2", quantity: "", purchaseLine: { ...OF, row: "2" }, measureUnitId: "2" },
        ],
      },
    ],
    answers: answers({ ...PURCHASE, lines: [LINE_OF_PURCHASE, { ...SECOND, left: "18", leftInBase: "18" }] }),
  });
  await waitFor(() => expect(screen.getByTestId("cell-0-left").textContent).toBe("5Piece"));
  expect(screen.getByTestId("cell-1-left").textContent).toBe("1.5");
});

it("lines without a quantity are left out, which the bar says before, and with them nothing is sent", async () => {
  const empty = { ...BACK, lineId: "l-2", quantity: "" };
  const { user, asked } = await open({
    drafts: [{ ...FILLED, lines: [BACK, empty, { ...empty, lineId: "l-3", quantity: "0" }] }],
    answers: answers(),
  });
  expect((await screen.findByTestId("left-out")).textContent).toBe("2 lines without a quantity are left out");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(asked("purchaseReturn.post")[0]?.lines).toHaveLength(1));
});

it("a return of lines that all have no quantity is not sent, and it is said why", async () => {
  const { user, asked } = await open({
    drafts: [{ ...FILLED, lines: [{ ...BACK, quantity: "" }] }],
    answers: answers(),
  });
  await screen.findByTestId("left-out");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByText("No line has a quantity yet. Type how much goes back.");
  expect(asked("purchaseReturn.post")).toEqual([]);
});

it("scanning a product of the purchase raises its line, and adds none", async () => {
  const { user } = await open({
    drafts: [{ ...FILLED, lines: [{ ...BACK, quantity: "" }] }],
    answers: {
      ...answers(),
      "mirror.scan": () => ({
        found: "product",
        product: { ...RICE, kind: "product", barcode: "6291041500213", stock: [] },
        measureUnitId: 1,
        barcode: "6291041500213",
        batchInDescription: false,
      }),
    },
  });
  screen.getByTestId("scan-input").focus();
  await user.keyboard("6291041500213{Enter}");
  await waitFor(() => expect(lines().map(({ quantity }) => quantity)).toEqual(["1"]));
  expect(lines()[0]?.purchaseLine).toEqual(OF);
});

it("a correction doesn't count what it replaces as waiting beside it", async () => {
  const entryId = "44444444-4444-4444-8444-444444444444";
  const { asked } = await open({
    drafts: [{ ...FILLED, corrects: entryId, lines: [BACK] }],
    entry: { state: "dead_letter" },
    answers: answers(),
  });
  await waitFor(() =>
    expect(asked("purchases.get")).toEqual([
      { documentNo: "INV-4101", supplierAccountId: "1101", without: entryId },
    ]),
  );
});

it("a purchase that is not known any more leaves its lines as they are, without a figure", async () => {
  await open({
    drafts: [{ ...FILLED, lines: [BACK] }],
    answers: {
      ...answers(),
      "purchases.get": () => {
        throw refused("not_found");
      },
    },
  });
  await waitFor(() => expect(screen.getByTestId("cell-0-left").textContent).toBe("—"));
  expect(screen.getByTestId<HTMLInputElement>("cell-0-quantity").value).toBe("3");
});

it("the purchase's number becomes one reference where the owner wants it, and goes with the last line", async () => {
  const { user } = await open({
    drafts: [NO_LINES],
    settings: { purchaseReferenceType: "7" },
    answers: answers(),
  });
  await toLines(user);
  await user.keyboard("{Enter}");
  await user.keyboard("{Enter}");
  const references = () =>
    useReturns.getState().drafts[0]?.references.map(({ type, reference }) => [type, reference]);
  await waitFor(() => expect(lines()).toHaveLength(2));
  expect(references()).toEqual([["7", "INV-4101"]]);
  await user.keyboard("{Escape}");
  await screen.findByTestId("purchase-search");
  await user.keyboard("{Escape}");
  for (const left of [1, 0]) {
    (await screen.findByTestId("cell-0-quantity")).focus();
    expect(references()).toEqual([["7", "INV-4101"]]);
    await user.keyboard("{Control>}{Delete}{/Control}");
    await waitFor(() => expect(lines()).toHaveLength(left));
  }
  expect(references()).toEqual([]);
  // Undo brings both back.
  await user.click(screen.getByTestId("line-put-back"));
  expect(references()).toEqual([["7", "INV-4101"]]);
});

it("where file and central system say different things of the stock, the line says both", async () => {
  await open({
    drafts: [{ ...FILLED, lines: [LINE] }],
    answers: {
      ...answers(),
      "mirror.stock": () => ({
        cursor: null,
        rows: [
          {
            productId: 1001,
            measureUnitId: 1,
            storeId: 1,
            barcode: null,
            currencyId: null,
            productionAt: null,
            expiryAt: "2027-01-31",
            costPrice: null,
            quantity: "24",
            source: "service",
            updatedAt: AT.updatedAt,
            other: { source: "file", quantity: "20", costPrice: null, updatedAt: AT.updatedAt },
          },
        ],
      }),
    },
  });
  (await screen.findByTestId("cell-0-quantity")).focus();
  const notice = await screen.findByTestId("stock-differs");
  expect(notice.textContent?.replace(/[\u2066-\u2069]/g, "")).toMatch(
    /^Stock that expires .*differs: central system 24 Piece, .* · file 20 Piece, /,
  );
});
