/** The pane beside the documents never waits: it shows the first one until a person chooses another. */
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import DocumentsScreen from "../../../../renderer/screens/documents/index.tsx";
import { draw } from "../../../helpers/drawn.tsx";
import { PLAIN_DOCUMENT } from "../../../helpers/plain-answers.ts";

const NEWEST = PLAIN_DOCUMENT.document;
const OLDER = { ...NEWEST, serialNo: "6c1f0f6e-0000-4000-8000-000000000002", subject: "Aden Dairy" };

it("The first document is shown without being in the address, and another one once it is chosen", async () => {
  const { path, user } = await draw(<DocumentsScreen />, {
    path: "/documents",
    answers: {
      "documents.search": () => ({ documents: [NEWEST, OLDER], cursor: null }),
      "taxVoucher.find": () => ({ vouchers: [] }),
      "documents.get": ({ serialNo }) => ({
        ...PLAIN_DOCUMENT,
        document: serialNo === OLDER.serialNo ? OLDER : NEWEST,
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
