/** What a file of the books shows of unknown outcomes, and what a person confirms by it. */
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Proposal } from "../../../../contract/channels/unknown.ts";
import type { RowProblem } from "../../../../contract/reasons/row-reason.ts";
import { BooksPanel } from "../../../../renderer/screens/outbox/books-panel.tsx";
import { draw } from "../../../helpers/drawn.tsx";
import { entry } from "../../../helpers/printed-entries.ts";
import { refused } from "../../../helpers/refused.ts";

const HASH = "ab".repeat(32);
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

const proposal = (n: number, fields: Partial<Proposal>): Proposal => ({
  entryId: id(n),
  serialNo: id(n),
  found: true,
  row: n + 1,
  date: "2026-03-01",
  amount: "11800",
  currencyId: "YER",
  status: "2",
  match: "recorded",
  rows: [],
  problems: [],
  kind: "purchaseReturn",
  subject: `return ${n}`,
  createdAt: "2026-03-01T08:00:00.000Z",
  ours: { amount: "11800", currencyId: "YER" },
  ...fields,
});
const EMPTY: RowProblem = { column: "amount", code: "empty", params: {} };
const none = { found: false, row: null, date: null, amount: null, currencyId: null, status: null };

async function drawPanel(
  proposals: readonly Proposal[],
  language: "en" | "ar" = "en",
  rejected: { line: number; problems: RowProblem[] }[] = [],
) {
  const opened: string[] = [];
  const drawn = await draw(
    <BooksPanel onBack={() => undefined} onOpen={(entryId) => opened.push(entryId)} />,
    {
      language,
      answers: {
        "file.choose": () => ({ path: "/books.csv" }),
        "unknown.match": () => ({
          proposals: [...proposals],
          covers: { from: "2026-02-27", to: "2026-03-01" },
          fileHash: HASH,
          fileName: "books.csv",
          rows: 12,
          rejected: [...rejected],
          words: [],
          rejectedCount: rejected.length,
          withoutSerial: 1,
        }),
        "outbox.markRecorded": ({ entryId }) => ({ ...entry(), entryId, state: "confirmed" }),
      },
    },
  );
  await drawn.user.click(screen.getByTestId("books-choose"));
  return { ...drawn, opened };
}

const group = (name: RegExp) => within(screen.getByRole("region", { name }));
const recorded = (drawn: Awaited<ReturnType<typeof drawPanel>>) => drawn.asked("outbox.markRecorded");

describe("a file of the books", () => {
  it("makes room for what the file shows: what to ask the bookkeeper for is said before it", async () => {
    await draw(<BooksPanel onBack={() => undefined} onOpen={() => undefined} />);
    expect(screen.getByText(/^Ask the bookkeeper/)).toBeDefined();
    cleanup();
    await drawPanel([proposal(1, {})]);
    await screen.findAllByRole("region", { name: /^In the books \(/ });
    expect(screen.queryByText(/^Ask the bookkeeper/)).toBeNull();
  });

  it("confirms all that agree after a second press, each with file, fingerprint, row and amount", async () => {
    const drawn = await drawPanel([
      proposal(1, {}),
      proposal(2, {}),
      proposal(3, { match: "differs", amount: "11900" }),
    ]);
    await drawn.user.click(await screen.findByRole("button", { name: "Confirm all 2 entries" }));
    expect(recorded(drawn)).toEqual([]);
    await drawn.user.click(screen.getByRole("button", { name: "Confirm. This can't be undone" }));
    await screen.findByText(/2 entries are confirmed by staff now/);
    expect(recorded(drawn).map(({ entryId }) => entryId)).toEqual([id(1), id(2)]);
    expect(recorded(drawn)[0]?.evidence.replace(/[\u2066-\u2069]/g, "")).toBe(
      `In the file books.csv of the books (SHA-256 ${HASH}), row 2: 2026-03-01, 11800 YER. Status there: 2.`,
    );
    expect(screen.queryByRole("region", { name: /^In the books \(/ })).toBeNull();
  });

  it("shows another amount beside ours in words, and confirms it only by itself", async () => {
    const drawn = await drawPanel([
      proposal(1, { match: "differs", amount: "11900" }),
      proposal(2, { match: "differs", currencyId: "SAR" }),
    ]);
    const differs = group(/^In the books with another amount \(2\)/);
    expect(differs.queryByRole("button", { name: /Confirm all/ })).toBeNull();
    const [first] = differs.getAllByTestId("books-item");
    if (first === undefined) throw new Error("nothing is shown");
    expect(first.textContent?.replace(/[\u2066-\u2069]/g, "")).toMatch(/11,800.*YER.*11,900.*YER.*row 2/);
    await drawn.user.click(within(first).getByRole("button", { name: "Confirm it's in the books" }));
    await drawn.user.click(within(first).getByRole("button", { name: "Confirm. This can't be undone" }));
    await waitFor(() => expect(recorded(drawn)).toHaveLength(1));
    expect(recorded(drawn)[0]?.evidence).toMatch(/11900 YER/);
  });

  it("offers for an entry that it lacks, or has twice, only to open it", async () => {
    const drawn = await drawPanel([
      proposal(1, { match: "missing", ...none }),
      proposal(2, { match: "notCovered", ...none }),
      proposal(3, { match: "twice", rows: [4, 9] }),
      proposal(4, { match: "unreadable", problems: [EMPTY], date: null, amount: null }),
    ]);
    for (const name of [/^Not in the file/, /^Not covered/, /^More than once/, /can't be read/])
      expect(
        group(name)
          .getAllByRole("button")
          .map(({ textContent }) => textContent),
      ).toEqual([expect.stringMatching(/^0000/), "Open the entry"]);
    expect(screen.getByText(/1 undeleted record has an unknown outcome/)).toBeDefined();
    await drawn.user.click(group(/^Not in the file/).getByRole("button", { name: "Open the entry" }));
    expect(drawn.opened).toEqual([id(1)]);
    expect(recorded(drawn)).toEqual([]);
  });

  it("says in the person's language why a row can't be read", async () => {
    const problems: RowProblem[] = [
      { column: "date", code: "notDate", params: { cell: '"31/02/2026"' } },
      EMPTY,
    ];
    await drawPanel([proposal(4, { match: "unreadable", problems })], "ar", [{ line: 7, problems }]);
    const item = await screen.findByTestId("books-item");
    for (const words of [/31\/02\/2026.*ليس تاريخًا/, /المبلغ/]) expect(item.textContent).toMatch(words);
    expect(screen.getAllByText(/ليس تاريخًا/)).toHaveLength(2);
  });

  it("stops at the first that can't be confirmed any more, and says why", async () => {
    const drawn = await drawPanel([proposal(1, {}), proposal(2, {})]);
    drawn.answer({
      "outbox.markRecorded": () => {
        throw refused("wrong_state");
      },
    });
    await drawn.user.click(await screen.findByRole("button", { name: "Confirm all 2 entries" }));
    await drawn.user.click(screen.getByRole("button", { name: "Confirm. This can't be undone" }));
    await screen.findByText(/This entry changed while you were looking at it/);
    expect(recorded(drawn)).toHaveLength(1);
  });

  it("whose numbers may be read in two ways asks which", async () => {
    const drawn = await drawPanel([]);
    drawn.answer({
      "unknown.match": () => {
        throw refused("file_invalid", { reason: "numbers_undecided" });
      },
    });
    await drawn.user.click(screen.getByTestId("books-choose"));
    await drawn.user.click(await screen.findByRole("button", { name: /Use .*1\.234,56/ }));
    await waitFor(() =>
      expect(drawn.asked("unknown.match").at(-1)).toEqual({ path: "/books.csv", numbers: "comma" }),
    );
  });

  it("asks once what a word in the column of the currency is, looks again with the answer, and shows it", async () => {
    const drawn = await drawPanel([]);
    const word = { column: "currencyId", word: "ريال", rows: 7, recordName: null, candidates: [] };
    drawn.answer({
      "file.choose": () => ({ path: "/other.csv" }),
      "unknown.match": ({ words = {} }) => ({
        proposals: [],
        covers: { from: "2026-02-27", to: "2026-03-01" },
        fileHash: HASH,
        fileName: "other.csv",
        rows: 12,
        rejected: [],
        words: [
          words.currencyId?.ريال === undefined
            ? { ...word, recordId: null, by: "none" as const, candidates: [{ id: "YER", name: "Rial" }] }
            : { ...word, recordId: "YER", by: "answer" as const },
          { ...word, word: "Dollar", recordId: "USD", recordName: "US dollar", by: "name" as const },
        ],
        rejectedCount: 0,
        withoutSerial: 0,
      }),
    });
    await drawn.user.click(screen.getByTestId("books-choose"));
    const choice = await screen.findByRole("combobox", { name: /ريال.* in .*Currency/ });
    expect(screen.getByText(/Until then the rows with these words can't be read/)).toBeDefined();
    await drawn.user.selectOptions(choice, "Rial");
    await waitFor(() =>
      expect(drawn.asked("unknown.match").at(-1)).toEqual({
        path: "/other.csv",
        words: { currencyId: { ريال: "YER" } },
      }),
    );
    await screen.findByText("Every word is answered.");
    await drawn.user.click(screen.getByText("Found by name: 1 word"));
    expect((await screen.findByText("Dollar")).closest("li")?.textContent).toContain("US dollar");
  });
});
