import { describe, expect, it } from "vitest";
import { purchaseReturnInput } from "../../../../contract/channels/posting.ts";
import { CountersideError, parseInput } from "../../../../contract/error.ts";
import { issuesOf } from "../../../../renderer/i18n/error-words.ts";
import { emptyDraft, emptyLine } from "../../../../renderer/screens/purchase-return/draft/draft.ts";
import {
  firstProblem,
  isClear,
  NO_PROBLEMS,
  problemsAfter,
  problemsBeforePosting,
  problemsOfIssues,
  typedWrong,
} from "../../../../renderer/screens/purchase-return/draft/problems.ts";
import { postInput } from "../../../../renderer/screens/purchase-return/draft/request.ts";

const line = { ...emptyLine("a"), productId: "7", measureUnitId: "1", price: "12.5", quantity: "2" };
const draft = {
  ...emptyDraft("draft"),
  supplierAccountId: "1101",
  cashOrBankAccountId: "2001",
  storeId: "1",
  currencyId: "YER",
  lines: [line],
};

const refusalOf = (input: unknown) => {
  try {
    parseInput(purchaseReturnInput, input);
  } catch (error) {
    if (error instanceof CountersideError) return { code: error.code, message: "", details: error.details };
    throw error;
  }
  throw new Error("it was taken");
};

describe("the problems of a return", () => {
  it("is nothing for a whole return, whose input the channel takes", () => {
    expect(isClear(problemsBeforePosting(draft))).toBe(true);
    const { input, lineIds } = postInput(draft);
    expect(parseInput(purchaseReturnInput, input).lines[0]?.price).toBe("12.5");
    expect(lineIds).toEqual(["a"]);
  });

  it("names what is missing, and skips lines of which nothing was typed", () => {
    const wanting = { ...draft, storeId: "", lines: [emptyLine("blank"), { ...line, quantity: "" }] };
    const problems = problemsBeforePosting(wanting);
    expect(problems.header.storeId?.reason).toBe("required");
    expect(Object.keys(problems.lines)).toEqual(["a"]);
    expect(problems.lines.a?.quantity?.reason).toBe("required");
    expect(firstProblem(wanting.lines, problems)).toEqual({ row: 1, column: 5 });
  });

  it("is a missing price, and no expiry on the day of production", () => {
    const lines = [
      { ...line, price: " " },
      { ...line, lineId: "b", productionAt: "2026-03-01", expiryAt: "2026-03-01" },
      { ...line, lineId: "c", productionAt: "2026-03-02", expiryAt: "2026-03-01" },
    ];
    expect(problemsBeforePosting({ ...draft, lines }).lines).toEqual({
      a: { price: { reason: "required", params: {} } },
      c: { expiry: { reason: "expiry_before_production", params: {} } },
    });
  });

  it("is forgotten of the fields that changed, and left alone where nothing was wrong", () => {
    const wanting = { ...draft, storeId: "", lines: [line, { ...line, lineId: "b", quantity: "" }] };
    const problems = problemsBeforePosting(wanting);
    expect(problemsAfter(problems, wanting, { ...wanting, storeId: "1" }).header).toEqual({});
    const corrected = { ...wanting, lines: [line, { ...line, lineId: "b" }] };
    expect(problemsAfter(problems, wanting, corrected)).toMatchObject({ header: problems.header, lines: {} });
    const clear = problemsBeforePosting(draft);
    expect(problemsAfter(clear, draft, wanting)).toBe(clear);
  });

  it("finds typed dates and numbers that can't be, and lets expired goods go back", () => {
    expect(typedWrong({ ...line, expiryAt: "01/2020" })).toEqual({});
    expect(typedWrong({ ...line, productionAt: "02/2026", expiryAt: "01/2026" }).expiry?.reason).toBe(
      "expiry_before_production",
    );
    expect(typedWrong({ ...line, productionAt: "31/02/2026" }).production?.reason).toBe("not_a_date");
    expect(typedWrong({ ...line, price: "1,234" }).price?.reason).toBe("ambiguous");
    expect(typedWrong({ ...line, quantity: "-1" }).quantity?.reason).toBe("negative");
    expect(typedWrong({ ...line, description: "x".repeat(4_001) }).description).toEqual({
      reason: "too_long",
      params: { max: 4_000 },
    });
  });

  it("brings the engine's own refusals to their cells, past lines that were left out", () => {
    const sent = {
      ...draft,
      lines: [emptyLine("blank"), { ...line, quantity: "-1" }],
      references: [
        { key: "r", type: "x", otherType: "", reference: "INV", url: "", description: "", file: null },
      ],
      currencyId: "?",
    };
    const { input, lineIds } = postInput(sent);
    const problems = problemsOfIssues(issuesOf(refusalOf(input)), lineIds);
    expect(problems.lines.a?.quantity?.reason).toBe("negative");
    expect(problems.header.currencyId?.reason).toBe("not_a_currency");
    expect(problems.references["0.type"]?.reason).toBe("not_an_integer");
    expect(problems.other).toEqual([]);
    const corrected = { ...sent, lines: sent.lines.map((one) => ({ ...one, quantity: "1" })) };
    expect(problemsAfter(problems, sent, corrected).lines).toEqual({});
  });

  it("names what found no place on the screen besides, and takes no other line's place for it", () => {
    const issue = (field: string) => ({ field, reason: "too_long", params: { max: 9 } }) as const;
    const problems = problemsOfIssues(
      [issue("lines.7.price"), issue("lines.0.unknown"), issue("lines"), issue("note"), issue("status")],
      ["a"],
    );
    expect(problems.other.map(({ field }) => field)).toEqual([
      "lines.7.price",
      "lines.0.unknown",
      "lines",
      "status",
    ]);
    expect(problems.header).toEqual({ note: { reason: "too_long", params: { max: 9 } } });
    expect(problems.lines).toEqual({});
  });

  it("is clear only where no part of the return has a problem", () => {
    const problem = { reason: "required", params: {} } as const;
    expect(isClear(NO_PROBLEMS)).toBe(true);
    const parts = [
      { header: { note: problem } },
      { lines: { a: { price: problem } } },
      { references: { "0.type": problem } },
      { other: [{ field: "status", reason: "required", params: {} } as const] },
    ];
    for (const part of parts) expect(isClear({ ...NO_PROBLEMS, ...part }), JSON.stringify(part)).toBe(false);
  });

  it("is forgotten of a header's field that changed, and of that one alone", () => {
    const problem = { reason: "required", params: {} } as const;
    const problems = { ...NO_PROBLEMS, header: { storeId: problem, note: problem } };
    expect(problemsAfter(problems, draft, { ...draft, storeId: "2" }).header).toEqual({ note: problem });
    expect(problemsAfter(problems, draft, { ...draft, currencyId: "USD" })).toBe(problems);
    const repriced = { ...draft, lines: [{ ...line, price: "1" }] };
    expect(problemsAfter(problems, draft, repriced)).toBe(problems);
    const both = { ...NO_PROBLEMS, lines: { a: { price: problem, unit: problem } } };
    expect(problemsAfter(both, draft, repriced).lines).toEqual({ a: { unit: problem } });
  });

  it("of the references is forgotten once they are others", () => {
    const problem = { reason: "required", params: {} } as const;
    const problems = { ...NO_PROBLEMS, references: { "0.type": problem } };
    expect(problemsAfter(problems, draft, { ...draft }).references).toEqual(problems.references);
    expect(problemsAfter(problems, draft, { ...draft, references: [] }).references).toEqual({});
  });
});

it("each field that a line needs and lacks is named by itself", () => {
  const lacking = [
    ["productId", "product"],
    ["measureUnitId", "unit"],
    ["price", "price"],
    ["quantity", "quantity"],
  ] as const;
  for (const [field, problem] of lacking) {
    const found = problemsBeforePosting({ ...draft, lines: [{ ...line, [field]: "" }] });
    expect(found.lines.a).toMatchObject({ [problem]: { reason: "required" } });
    expect(Object.keys(found.lines.a ?? {})).toEqual([problem]);
  }
});
