/** The screen of purchase returns, opened on returns that were typed before. */
import { Notifications } from "@mantine/notifications";
import { screen } from "@testing-library/react";
import type { EntryDetail } from "../../../../contract/channels/posting.ts";
import type { Settings } from "../../../../contract/channels/shell.ts";
import { printDraft } from "../../../../renderer/features/drafts/drafts.ts";
import { Scanner } from "../../../../renderer/features/scanning/scanner.tsx";
import { emptyDraft, emptyLine } from "../../../../renderer/screens/purchase-return/draft/draft.ts";
import PurchaseReturnScreen from "../../../../renderer/screens/purchase-return/index.tsx";
import { keptReturns, useReturns } from "../../../../renderer/screens/purchase-return/returns-store.ts";
import type { Answers } from "../../../helpers/bridge.ts";
import { draw } from "../../../helpers/drawn.tsx";
import { entry, SERIAL } from "../../../helpers/printed-entries.ts";

const AT = "2026-03-01T08:00:00.000Z";
export const DRAFT = "22222222-2222-4222-8222-222222222222";
export const OTHER = "33333333-3333-4333-8333-333333333333";
export const POSTED = { entryId: entry().entryId, serialNo: SERIAL };
/** The return that was posted last, as the screen remembers it. */
export const POSTED_NOW = {
  ...POSTED,
  lines: 1,
  amount: "7.5",
  currencyId: "YER",
  supplierAccountId: "1101",
  folded: false,
};

export const LINE = {
  ...emptyLine("l-1"),
  productId: "1001",
  measureUnitId: "1",
  price: "2.5",
  quantity: "3",
};
export const FILLED = {
  ...emptyDraft(DRAFT, { cashOrBankAccountId: "2001", storeId: "1", currencyId: "YER" }),
  supplierAccountId: "1101",
  lines: [LINE],
};
export const kept = (draft: typeof FILLED) => ({
  draftId: draft.draftId,
  person: null,
  takenFrom: null,
  kind: "purchaseReturn" as const,
  updatedAt: AT,
  content: printDraft(draft),
});

/** The screen's drafts outlive it, and so the test before. */
export function forgetReturns(): void {
  useReturns.setState(useReturns.getInitialState(), true);
  keptReturns.leave();
}

interface Open {
  drafts?: (typeof FILLED)[];
  entry?: Partial<EntryDetail>;
  answers?: Answers;
  language?: "en" | "ar";
  /** With what notices a scanner, which is the window's. */
  scanner?: boolean;
  settings?: Partial<Settings>;
  path?: string;
}

/** Opens the screen on them. */
export async function open({
  drafts = [FILLED],
  entry: posted = {},
  answers = {},
  language = "en",
  scanner = false,
  settings = {},
  path = "/",
}: Open = {}) {
  const screenWithNotices = (
    <>
      <PurchaseReturnScreen />
      <Notifications />
      {scanner ? <Scanner /> : null}
    </>
  );
  const drawn = await draw(screenWithNotices, {
    language,
    settings,
    path,
    answers: {
      "draft.list": () => ({ drafts: drafts.map(kept) }),
      "purchaseReturn.post": () => POSTED,
      "outbox.get": () => entry({ ...posted }),
      "mirror.productDetail": () => null,
      ...answers,
    },
  });
  await screen.findByRole("grid");
  return drawn;
}
