import { expect, it } from "vitest";
import type { DocumentRow } from "../../../../contract/channels/mirror.ts";
import { foundDocuments } from "../../../../renderer/client/queries.ts";

const row = (serialNo: string): DocumentRow => ({
  serialNo,
  kind: "purchaseReturn",
  note: "",
  currencyId: null,
  localAmount: null,
  serviceAmount: null,
  serviceStatus: null,
  state: null,
  correctedByEntryId: null,
  confirmedByStaff: false,
  subject: "",
  createdAt: "2026-01-01T00:00:00.000Z",
});

/** Answers in turn; says what it was asked. */
function answers(...pages: { documents: DocumentRow[]; cursor: string | null }[]) {
  const asked: unknown[] = [];
  return {
    asked,
    ask: async (input: unknown) => {
      asked.push(input);
      return pages.shift() ?? { documents: [], cursor: null };
    },
  };
}
const { signal } = new AbortController();

it("asks on until the page is full", async () => {
  const { asked, ask } = answers(
    { documents: [], cursor: "1" },
    { documents: [row("a")], cursor: "2" },
    { documents: [row("b")], cursor: "3" },
  );
  const found = await foundDocuments({ text: "x", limit: 2 }, signal, ask);
  expect(found).toEqual({ documents: [row("a"), row("b")], cursor: "3" });
  expect(asked).toEqual([
    { text: "x", limit: 2 },
    { text: "x", limit: 2, cursor: "1" },
    { text: "x", limit: 1, cursor: "2" },
  ]);
});

it("ends with what there is", async () => {
  const { asked, ask } = answers({ documents: [row("a")], cursor: "1" }, { documents: [], cursor: null });
  expect(await foundDocuments({ limit: 9 }, signal, ask)).toEqual({ documents: [row("a")], cursor: null });
  expect(asked).toHaveLength(2);
});

it("asks nothing more once it is given up", async () => {
  const own = new AbortController();
  let asked = 0;
  const ask = async () => {
    asked += 1;
    own.abort(new Error("typed over"));
    return { documents: [], cursor: "1" };
  };
  await expect(foundDocuments({ limit: 9 }, own.signal, ask)).rejects.toThrow("typed over");
  expect(asked).toBe(1);
});
