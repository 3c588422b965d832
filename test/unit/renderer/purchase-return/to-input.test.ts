import { describe, expect, it } from "vitest";
import { COLUMNS, type LineColumn } from "../../../../contract/return-line.ts";
import { emptyDraft, emptyLine } from "../../../../renderer/screens/purchase-return/draft/draft.ts";
import { lineOfCells } from "../../../../renderer/screens/purchase-return/draft/pasted.ts";
import { postInput } from "../../../../renderer/screens/purchase-return/draft/request.ts";

it("lines of which nothing is typed are not sent, and the others keep their ids in order", () => {
  const typed = { ...emptyLine("b"), productId: "7", quantity: "١", price: "2,5" };
  const { input, lineIds } = postInput({
    ...emptyDraft("d"),
    lines: [emptyLine("a"), typed, emptyLine("c")],
  });
  expect(lineIds).toEqual(["b"]);
  expect(input.lines).toEqual([
    expect.objectContaining({ productId: "7", quantity: "1", price: "2.5", freeQuantity: "0" }),
  ]);
});

const TYPED = {
  product: ["7", "7"],
  unit: ["1", "1"],
  productionDate: ["1/2/2026", "2026-02-01"],
  expiryDate: ["2/2026", "2026-02-28"],
  decimal: ["٢٫٥", "2.5"],
  text: ["words", "words"],
} as const satisfies Record<LineColumn["kind"], readonly [typed: string, sent: string]>;

describe.each(
  COLUMNS.map((column): [string, LineColumn & { sentIn?: "description" }] => [column.id, column]),
)("the column %s", (id, { field, kind, sentIn = field }) => {
  const [typed, sent] = TYPED[kind];
  const linesOf = (line: ReturnType<typeof emptyLine>) =>
    postInput({ ...emptyDraft("d"), lines: [line] }).input.lines;

  it("is sent in the field of the request that its row names", () => {
    expect(linesOf({ ...emptyLine("a"), [field]: typed })).toEqual([
      expect.objectContaining({ [sentIn]: sent }),
    ]);
  });

  it("is read from a pasted block, but for goods and units, which are looked up", () => {
    const line = lineOfCells("a", [typed], [id === "product" || id === "unit" ? null : columnIn(id)]);
    expect(line[field]).toBe(id === "product" || id === "unit" ? "" : sent);
  });
});

const columnIn = (id: string) => COLUMNS.find((column) => column.id === id)?.id ?? null;
