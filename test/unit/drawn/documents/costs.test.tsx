/** A document for a person who may not see costs and balances. */
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { READY_ROLES } from "../../../../contract/rights.ts";
import DocumentsScreen from "../../../../renderer/screens/documents/index.tsx";
import { draw } from "../../../helpers/drawn.tsx";
import { COLLEAGUES, workingAs } from "../../../helpers/people.ts";
import { PLAIN_DOCUMENT } from "../../../helpers/plain-answers.ts";

it.each([
  ["allowed", true],
  ["never", false],
] as const)(
  "Balances, where costs are %s, are among the parts of the answer: %s",
  async (costs, areShown) => {
    const { cashier } = READY_ROLES;
    const roles = { ...READY_ROLES, cashier: { ...cashier, rights: { ...cashier.rights, costs } } };
    await draw(<DocumentsScreen />, {
      path: `/documents/${PLAIN_DOCUMENT.document.serialNo}`,
      answers: {
        "people.status": () => workingAs(COLLEAGUES.huda, roles),
        "documents.search": () => ({ documents: [], cursor: null }),
        "documents.get": () => ({ ...PLAIN_DOCUMENT, transaction: { id: 1 } }),
      },
    });
    const parts = await screen.findByRole("navigation", { name: "Parts of the answer" });
    expect(within(parts).queryAllByRole("button", { name: /Balances/ })).toHaveLength(Number(areShown));
    const said = screen.queryAllByText("Your role doesn't show costs and balances.");
    expect(said).toHaveLength(Number(!areShown));
  },
);
