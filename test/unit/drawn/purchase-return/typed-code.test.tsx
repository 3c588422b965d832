/** A code typed by hand may be part of a barcode: what it finds is shown, and added only once it is chosen. */
import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { MirrorRow } from "../../../../contract/channels/mirror.ts";
import { useReturns } from "../../../../renderer/screens/purchase-return/returns-store.ts";
import { pause, pressKey } from "../../../helpers/timed-keys.ts";
import { FILLED, forgetReturns, open } from "./open-returns.tsx";

beforeEach(forgetReturns);

const TEA: MirrorRow = {
  kind: "product",
  id: 77,
  name: "Green tea",
  deleted: false,
  source: "file",
  updatedAt: "2026-03-01T08:00:00.000Z",
  units: [
    { barcode: "6291041500213", measureUnitId: 1, measureUnitName: "Piece", price: null, costPrice: "1" },
  ],
};
const unknown = (barcode: string) =>
  ({ found: "unknown", why: "noProduct", barcode, batchInDescription: false }) as const;
const lines = () => useReturns.getState().drafts[0]?.lines ?? [];

it("the beginning of a barcode adds nothing by its Enter, though one product alone begins so", async () => {
  const { user } = await open({
    drafts: [{ ...FILLED, lines: [] }],
    answers: {
      "mirror.scan": ({ code }) => unknown(code),
      "mirror.search": ({ kind }) => ({ rows: kind === "product" ? [TEA] : [] }),
      "mirror.stock": () => ({ rows: [], cursor: null }),
    },
  });
  const field = screen.getByTestId("scan-input");
  await user.type(field, "629104{Enter}");
  const choice = await screen.findByRole("option", { name: /Green tea/ });
  expect(lines()).toEqual([]);
  await user.click(choice);
  await expect.poll(() => lines().map(({ productId }) => productId)).toEqual(["77"]);
});

it("a code that is too long is said to be so, whether it is pasted or scanned, and the field is as it was", async () => {
  const { user, asked } = await open({
    drafts: [{ ...FILLED, lines: [] }],
    scanner: true,
    answers: {
      "mirror.scan": ({ code }) => ({ ...unknown(code), why: "tooLong" }),
      "mirror.search": () => ({ rows: [] }),
    },
  });
  const field = screen.getByTestId("scan-input");
  const code = "7".repeat(9_000);
  const words = /The code is too long to be a product's barcode: “\u200e7{32}…\u200e”/;
  field.focus();
  await user.paste(code);
  await user.keyboard("{Enter}");
  await screen.findByText(words);
  expect(field).toHaveProperty("value", "");
  await user.keyboard("{Escape}");
  await user.type(field, "x{Backspace}");
  expect(screen.queryByText(words)).toBeNull();
  pause();
  for (const key of code) pressKey(field, { key, code: "Digit7" });
  pressKey(field, { key: "Enter" });
  await screen.findByText(words);
  expect(field).toHaveProperty("value", "");
  expect(asked("mirror.scan").map(({ code: sent }) => sent.length)).toEqual([8_000, 8_000]);
  expect(screen.queryByRole("alert")).toBeNull();
});

it("an id typed whole is that product", async () => {
  const { user } = await open({
    drafts: [{ ...FILLED, lines: [] }],
    answers: {
      "mirror.scan": ({ code }) => unknown(code),
      "mirror.search": ({ kind }) => ({ rows: kind === "product" ? [{ ...TEA, id: 6291 }] : [] }),
      "mirror.stock": () => ({ rows: [], cursor: null }),
    },
  });
  await user.type(screen.getByTestId("scan-input"), "6291{Enter}");
  await expect.poll(() => lines().map(({ productId }) => productId)).toEqual(["6291"]);
});

it("a return is not posted while a typed code is looked up, and has its line afterwards", async () => {
  let found: (answer: ReturnType<typeof unknown>) => void = () => undefined;
  const { user, asked } = await open({
    answers: {
      "mirror.scan": () => new Promise((done) => (found = done)),
      "mirror.search": ({ kind }) => ({ rows: kind === "product" ? [{ ...TEA, id: 6291 }] : [] }),
      "mirror.stock": () => ({ rows: [], cursor: null }),
    },
  });
  await user.type(screen.getByTestId("scan-input"), "6291{Enter}");
  await user.click(screen.getByRole("button", { name: /^Save and send return/ }));
  expect(screen.getByText(/^Not sent\. “6291” is still being looked up/)).toBeDefined();
  found(unknown("6291"));
  await screen.findByText(/^Added: Green tea/);
  expect(lines().map(({ productId }) => productId)).toEqual(["1001", "6291"]);
  expect(asked("purchaseReturn.post")).toEqual([]);
});

it("a long code is shown by its beginning and linked whole", async () => {
  const code = `X${"7".repeat(39)}`;
  const { user, asked } = await open({
    drafts: [{ ...FILLED, lines: [] }],
    scanner: true,
    answers: {
      "mirror.scan": (input) => unknown(input.code),
      "mirror.search": () => ({ rows: [TEA] }),
      "mirror.productDetail": () => null,
      "linkedBarcodes.add": () => ({ barcode: code }),
    },
  });
  pause();
  const field = screen.getByTestId("scan-input");
  for (const key of code) pressKey(field, { key });
  pressKey(field, { key: "Enter" });
  await screen.findByText(/“\u200eX7{31}…\u200e”/);
  await user.click(screen.getByTestId("scan-link"));
  await user.type(screen.getByLabelText("Product"), "tea");
  await user.click(await screen.findByRole("option", { name: /Green tea/ }));
  await user.click(screen.getByRole("button", { name: "Link" }));
  await expect.poll(() => asked("linkedBarcodes.add").map((input) => input.code)).toEqual([code]);
});
