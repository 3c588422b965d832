import { expect, it } from "vitest";
import { emptyDraft, emptyLine } from "../../../../renderer/screens/purchase-return/draft/draft.ts";
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
