/** The pane beside the documents never waits: it shows the first one until a person chooses another. */
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { DocumentRow } from "../../../../contract/channels/mirror.ts";
import DocumentsScreen from "../../../../renderer/screens/documents/index.tsx";
import { draw } from "../../../helpers/drawn.tsx";

const row = (end: string, subject: string): DocumentRow => ({
  serialNo: `6c1f0f6e-0000-4000-8000-00000000000${end}`,
  kind: "purchaseReturn",
  note: "",
  currencyId: "YER",
  localAmount: "1",
  serviceAmount: null,
  serviceStatus: null,
  state: null,
  correctedByEntryId: null,
  confirmedByStaff: false,
  subject,
  createdAt: "2026-03-01T08:00:00.000Z",
});
const NEWEST = row("1", "Hadramout Foods");
const OLDER = row("2", "Aden Dairy");

it("The first document is shown without being in the address, and another one once it is chosen", async () => {
  const { path, user } = await draw(<DocumentsScreen />, {
    path: "/documents",
    answers: {
      "documents.search": () => ({ documents: [NEWEST, OLDER], cursor: null }),
      "taxVoucher.find": () => ({ vouchers: [] }),
      "documents.get": ({ serialNo }) => ({
        document: serialNo === OLDER.serialNo ? OLDER : NEWEST,
        transaction: null,
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
  await screen.findByRole("heading", { name: /Hadramout Foods/ });
  expect(path()).toBe("/documents");
  await user.click(await screen.findByText("Aden Dairy"));
  await waitFor(() => expect(path()).toBe(`/documents/${OLDER.serialNo}`));
  expect(await screen.findByRole("heading", { name: /Aden Dairy/ })).toBeTruthy();
});

it("The frame of the list is there while its documents are read", async () => {
  await draw(<DocumentsScreen />, {
    path: "/documents",
    answers: {
      "documents.search": () => new Promise(() => undefined),
      "taxVoucher.find": () => ({ vouchers: [] }),
    },
  });
  expect(await screen.findByRole("columnheader", { name: "Document" })).toBeTruthy();
  expect(screen.queryByText(/No documents/)).toBeNull();
});
