// @vitest-environment happy-dom
/** A code typed by hand may be part of a barcode: what it finds is shown, and added only once it is chosen. */
import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { MirrorRow } from "../../../../contract/channels/mirror.ts";
import { useReturns } from "../../../../renderer/screens/purchase-return/draft/returns-store.ts";
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
