/** What someone found in the books about an entry that counts as confirmed without evidence. */
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, it } from "vitest";
import { Router } from "wouter";
import { EntryMeaning } from "../../../renderer/features/decisions/entry-meaning.tsx";
import { startWords } from "../../../renderer/i18n/setup.ts";
import type { DocumentDetail } from "../../../renderer/screens/documents/document-status.ts";
import { StatusNotice } from "../../../renderer/screens/documents/status-notice.tsx";
import { attempt, entry, SERIAL } from "../../helpers/printed-entries.ts";

beforeAll(() => startWords("en", "latin"));

const AT = "2026-03-01T08:00:00.000Z";
const WORDS = "seen in the books, page 4";
const resolution = { kind: "acknowledged", words: WORDS, at: AT } as const;
const ASKS = "Look for it in the books";

it("is shown with the entry, which asked to look for it before", () => {
  const attempts = [attempt({ outcome: "accepted_not_understood", httpStatus: 200, responseBody: "[]" })];
  const shown = (found: typeof resolution | null) =>
    renderToStaticMarkup(
      <Router ssrPath="/">
        <EntryMeaning entry={entry({ state: "confirmed", attempts, resolution: found })} />
      </Router>,
    );
  expect(shown(null)).toContain(ASKS);
  expect(shown(resolution)).toContain(WORDS);
  expect(shown(resolution)).not.toContain(ASKS);
});

it("is shown with the document, which asked to look for it before", () => {
  const shown = (found: typeof resolution | null) => {
    const made = {
      entryId: "e",
      state: "confirmed",
      correctedByEntryId: null,
      confirmedByStaff: false,
      createdAt: AT,
    } as const;
    const detail: DocumentDetail = {
      document: {
        serialNo: SERIAL,
        kind: "purchaseReturn",
        note: "",
        currencyId: "YER",
        subject: "",
        localAmount: "1",
        serviceAmount: null,
        serviceStatus: null,
        state: "confirmed",
        correctedByEntryId: null,
        confirmedByStaff: false,
        createdAt: AT,
      },
      transaction: null,
      transfers: [],
      balances: [],
      products: [],
      requests: [],
      logs: [],
      storages: [],
      answeredAt: AT,
      notes: [],
      rawAnswer: "[]",
      rawAnswerBase64: null,
      requestBody: null,
      entries: [{ ...made, kind: "purchaseReturn", lastOutcome: "accepted", resolution: found }],
      balanceChanges: [],
    };
    return renderToStaticMarkup(<StatusNotice detail={detail} />);
  };
  expect(shown(null)).toContain(ASKS);
  expect(shown(resolution)).toContain(WORDS);
  expect(shown(resolution)).not.toContain(ASKS);
});
