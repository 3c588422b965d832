/** What is above the lines: where one usually works, who is offered, and where a refused field leads. */
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { ChannelOutput } from "../../../../contract/channels.ts";
import PurchaseReturnScreen from "../../../../renderer/screens/purchase-return/index.tsx";
import { type Answers, SHOP } from "../../../helpers/bridge.ts";
import { draw } from "../../../helpers/drawn.tsx";
import { PLAIN_DOCUMENT } from "../../../helpers/plain-answers.ts";
import { entry, returnBody, SERIAL } from "../../../helpers/printed-entries.ts";
import { FILLED, forgetReturns, open } from "./open-returns.tsx";

beforeEach(forgetReturns);

const head = (field: string) =>
  within(screen.getByTestId(`header-${field}`)).getByRole<HTMLInputElement>("textbox");

type Document = ChannelOutput<"documents.search">["documents"][number];
const ENTERED: Document = {
  ...PLAIN_DOCUMENT.document,
  serialNo: SERIAL,
  localAmount: "0.3",
  state: "confirmed",
};
const entered = (...documents: Partial<Document>[]): Answers => ({
  "documents.search": () => ({
    documents: documents.map((one) => ({ ...ENTERED, ...one })),
    cursor: null,
  }),
  "documents.get": ({ serialNo }) => ({
    ...PLAIN_DOCUMENT,
    document: { ...ENTERED, serialNo },
    requestBody: returnBody(),
  }),
});

describe("the first return after a start", () => {
  it("begins with account, store and currency of the return entered last, and without its supplier", async () => {
    await open({ drafts: [], answers: entered({ state: null }, { state: "confirmed" }) });
    await waitFor(() => expect(head("cashOrBankAccountId").value).toBe("Counter cash"));
    expect(head("storeId").value).toBe("Main store");
    expect(head("currencyId").value).toBe("Rial");
    expect(head("supplierAccountId").value).toBe("");
  });

  it("takes nothing over from a return that was refused", async () => {
    const { asked } = await open({ drafts: [], answers: entered({ state: "dead_letter" }) });
    await waitFor(() => expect(asked("documents.search")).toHaveLength(1));
    expect(asked("documents.get")).toEqual([]);
    expect(head("cashOrBankAccountId").value).toBe("");
  });

  it("leaves an account empty that is deleted by now", async () => {
    const deleted: Answers["mirror.search"] = ({ kind, deleted: only }) => ({
      rows:
        kind === "account" && only === true
          ? [
              {
                kind: "account" as const,
                id: 2001,
                name: "Counter cash",
                type: "cash" as const,
                deleted: true,
                source: "file" as const,
                updatedAt: "2026-03-01T08:00:00.000Z",
              },
            ]
          : [],
    });
    await open({ drafts: [], answers: { ...entered({}), "mirror.search": deleted } });
    await waitFor(() => expect(head("storeId").value).toBe("1"));
    expect(head("cashOrBankAccountId").value).toBe("");
  });

  it("changes nothing of a return that was begun before", async () => {
    const begun = { ...FILLED, cashOrBankAccountId: "" };
    const { asked } = await open({ drafts: [begun], answers: entered({}) });
    await waitFor(() => expect(asked("documents.get")).toHaveLength(1));
    expect(head("cashOrBankAccountId").value).toBe("");
  });
});

it("the note has the keyboard when its part is opened, and Escape closes it again", async () => {
  const { user } = await open({ drafts: [FILLED] });
  await user.click(await screen.findByTestId("header-more"));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId("header-note")));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByTestId("header-note")).toBeNull());
});

it("a supplier that is deleted is not offered, by its name nor by its ID", async () => {
  const at = { source: "file", updatedAt: "2026-03-01T08:00:00.000Z" } as const;
  const suppliers = [
    { kind: "account", id: 1101, name: "Hadramout Foods", type: "supplier", deleted: false, ...at },
    { kind: "account", id: 1177, name: "Hadramout Closed", type: "supplier", deleted: true, ...at },
  ] as const;
  const { user } = await open({
    drafts: [],
    answers: {
      "mirror.search": ({ kind, text, deleted }) => ({
        rows: suppliers.filter(
          (row) =>
            row.kind === kind &&
            (deleted === undefined || row.deleted === deleted) &&
            `${row.id} ${row.name}`.includes(text),
        ),
      }),
    },
  });
  const supplier = head("supplierAccountId");
  await user.type(supplier, "Hadramout");
  await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(1));
  expect(screen.getByRole("option").textContent).toContain("Hadramout Foods");
  await user.clear(supplier);
  await user.type(supplier, "1177");
  await screen.findByText("Nothing with this name on this computer. Type the ID to use it as it is.");
  expect(screen.queryByRole("option")).toBeNull();
});

describe("a field above the lines that must be corrected", () => {
  it("is named by the notice, and the name leads there", async () => {
    const { user } = await open({ drafts: [{ ...FILLED, supplierAccountId: "" }] });
    await user.keyboard("{Control>}{Enter}{/Control}");
    const places = await screen.findAllByTestId("refused-place");
    expect(places[0]?.textContent).toMatch(/^Supplier: /);
    const account = head("cashOrBankAccountId");
    account.focus();
    await user.click(places[0] ?? account);
    expect(document.activeElement).toBe(head("supplierAccountId"));
  });

  it("is marked from the beginning where the central system named it", async () => {
    const refused = entry({
      state: "dead_letter",
      lastProblem: { code: "answered", params: { status: 422, words: "supplierAccountId: was deleted" } },
    });
    const { user } = await draw(<PurchaseReturnScreen />, {
      path: `/purchase-return?corrects=${refused.entryId}`,
      answers: {
        "outbox.get": () => refused,
        "attachment.ofEntry": () => ({ files: [] }),
        "mirror.productDetail": () => null,
      },
    });
    await waitFor(() => expect(head("supplierAccountId").getAttribute("aria-invalid")).toBe("true"));
    expect(screen.getByText("The central system refused this. Change it.")).toBeTruthy();
    expect(head("storeId").getAttribute("aria-invalid")).not.toBe("true");
    const supplier = within(screen.getByTestId("header-supplierAccountId"));
    await user.click(supplier.getByRole("button", { name: "Clear" }));
    await waitFor(() => expect(head("supplierAccountId").getAttribute("aria-invalid")).not.toBe("true"));
  });
});

const TWO_CURRENCIES: Answers["mirror.search"] = (input) =>
  input.kind === "currency"
    ? {
        rows: ["YER", "USD"]
          .map((id) => ({
            kind: "currency" as const,
            id,
            name: id,
            digits: 2,
            deleted: false,
            source: "file" as const,
            updatedAt: "2026-03-01T08:00:00.000Z",
          }))
          .filter(({ id }) => id.includes(input.text)),
      }
    : (SHOP["mirror.search"]?.(input) ?? { rows: [] });
const bought = (currencyId: string | null): Answers => ({
  "mirror.search": TWO_CURRENCIES,
  "purchases.search": () => ({
    purchases:
      currencyId === null
        ? []
        : [
            {
              documentNo: "INV-1",
              date: "2026-02-01",
              supplierAccountId: 1101,
              supplierName: "Hadramout Foods",
              currencyId,
              importedAt: "2026-03-01T08:00:00.000Z",
              lines: 1,
            },
          ],
    cursor: null,
  }),
});
const BEGUN = { ...FILLED, note: "n", lines: [], currencyId: "" };

describe("the currency of the supplier's last purchase", () => {
  it.each(["USD", "YER"])("is suggested where none is chosen: %s", async (currencyId) => {
    await open({ drafts: [BEGUN], answers: bought(currencyId) });
    await waitFor(() => expect(head("currencyId").value).toBe(currencyId));
    expect(screen.getByTestId("header-currencyId").textContent).toContain("Currency, suggested");
  });

  it("is suggested in Arabic too", async () => {
    await open({ drafts: [BEGUN], answers: bought("USD"), language: "ar" });
    await waitFor(() =>
      expect(screen.getByTestId("header-currencyId").textContent).toMatch(/العملة\u2069 \(اقتراح\)/),
    );
  });

  it("never takes the place of the one that was chosen or remembered", async () => {
    const { asked } = await open({ drafts: [{ ...BEGUN, currencyId: "YER" }], answers: bought("USD") });
    await waitFor(() => expect(head("currencyId").value).toBe("YER"));
    expect(asked("purchases.search")).toEqual([]);
    expect(screen.getByTestId("header-currencyId").textContent).not.toContain("suggested");
  });

  it("stays open where the supplier has no known purchase", async () => {
    const { asked } = await open({ drafts: [BEGUN], answers: bought(null) });
    await waitFor(() => expect(asked("purchases.search")).toHaveLength(1));
    expect(head("currencyId").value).toBe("");
  });
});
