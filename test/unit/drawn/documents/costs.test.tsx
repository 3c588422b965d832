/** A document for a person who may not see costs and balances. */
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { READY_ROLES } from "../../../../contract/rights.ts";
import DocumentsScreen from "../../../../renderer/screens/documents/index.tsx";
import { draw } from "../../../helpers/drawn.tsx";
import { COLLEAGUES, workingAs } from "../../../helpers/people.ts";

const SERIAL = "6c1f0f6e-0000-4000-8000-000000000001";

it.each([
  ["allowed", true],
  ["never", false],
] as const)(
  "Balances, where costs are %s, are among the parts of the answer: %s",
  async (costs, areShown) => {
    const { cashier } = READY_ROLES;
    const roles = { ...READY_ROLES, cashier: { ...cashier, rights: { ...cashier.rights, costs } } };
    await draw(<DocumentsScreen />, {
      path: `/documents/${SERIAL}`,
      answers: {
        "people.status": () => workingAs(COLLEAGUES.huda, roles),
        "documents.search": () => ({ documents: [], cursor: null }),
        "documents.get": () => ({
          document: {
            serialNo: SERIAL,
            kind: "purchaseReturn",
            note: "",
            currencyId: "YER",
            localAmount: "1",
            serviceAmount: null,
            serviceStatus: null,
            state: null,
            correctedByEntryId: null,
            confirmedByStaff: false,
            subject: "Hadramout Foods",
            createdAt: "2026-03-01T08:00:00.000Z",
          },
          transaction: { id: 1 },
          transfers: [],
          balances: [],
          products: [],
          requests: [],
          logs: [],
          storages: [],
          rawAnswer: null,
          rawAnswerBase64: null,
          requestBody: null,
          notes: [],
          answeredAt: null,
          entries: [],
          balanceChanges: [],
        }),
      },
    });
    const parts = await screen.findByRole("navigation", { name: "Parts of the answer" });
    expect(within(parts).queryAllByRole("button", { name: /Balances/ })).toHaveLength(Number(areShown));
    const said = screen.queryAllByText("Your role doesn't show costs and balances.");
    expect(said).toHaveLength(Number(!areShown));
  },
);
