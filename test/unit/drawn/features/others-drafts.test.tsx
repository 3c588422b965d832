/** Drafts of other people: seen under their names, typed in only once they are taken over, and then said to be. */
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { ChannelOutput } from "../../../../contract/channels.ts";
import { useWho } from "../../../../renderer/client/who.ts";
import { printDraft } from "../../../../renderer/features/drafts/drafts.ts";
import { emptyDraft } from "../../../../renderer/screens/purchase-return/draft/draft.ts";
import PurchaseReturnScreen from "../../../../renderer/screens/purchase-return/index.tsx";
import { useReturns } from "../../../../renderer/screens/purchase-return/returns-store.ts";
import { useEdits } from "../../../../renderer/screens/tax-voucher/edits-store.ts";
import TaxVoucherScreen from "../../../../renderer/screens/tax-voucher/index.tsx";
import { draftIdOf } from "../../../../renderer/screens/tax-voucher/voucher-edit.ts";
import type { Answers } from "../../../helpers/bridge.ts";
import { draw } from "../../../helpers/drawn.tsx";
import { COLLEAGUES, workingAs } from "../../../helpers/people.ts";
import { refused } from "../../../helpers/refused.ts";

const { huda, mona } = COLLEAGUES;
const AT = "2026-03-01T08:00:00.000Z";
const RETURN = "00000000-0000-4000-8000-0000000000d1";
const VOUCHER = "00000000-0000-4000-8000-0000000000e1";

type Draft = ChannelOutput<"draft.list">["drafts"][number];
const nameOf = ({ personId, name, userId }: typeof huda) => ({ personId, name, userId });

const RETURNED: Draft = {
  draftId: RETURN,
  kind: "purchaseReturn",
  content: printDraft({ ...emptyDraft(RETURN), supplierAccountId: "1101", note: "crushed" }),
  updatedAt: AT,
  person: nameOf(huda),
  takenFrom: null,
};
const EDITED: Draft = {
  ...RETURNED,
  draftId: draftIdOf(VOUCHER),
  kind: "taxVoucher",
  content: JSON.stringify({
    version: 1,
    serialNo: VOUCHER,
    edit: {
      amount: "7",
      currencyId: "YER",
      note: "Fee of March",
      status: "1",
      references: [],
      corrects: null,
      creator: null,
      basis: null,
    },
  }),
};

/** A counter with this draft of Huda's, where Mona works. */
function handedOver(draft: Draft): Answers {
  let kept = draft;
  return {
    "people.status": () => workingAs(mona),
    "draft.list": () => ({ drafts: [kept] }),
    "draft.takeOver": () => {
      kept = { ...kept, person: nameOf(mona), takenFrom: kept.person };
      return {};
    },
    "taxVoucher.find": () => ({ vouchers: [] }),
    "outbox.list": () => ({ entries: [] }),
    "purchases.search": () => ({ purchases: [], cursor: null }),
  };
}

beforeEach(() => {
  useWho.setState({ locked: false, personId: mona.personId });
  useReturns.setState(useReturns.getInitialState(), true);
  useEdits.setState(useEdits.getInitialState(), true);
  return () => useWho.setState({ locked: false, personId: null });
});

it("A return of another person is no tab until it is taken over, and its tab then says from whom", async () => {
  const { user, asked } = await draw(<PurchaseReturnScreen />, { answers: handedOver(RETURNED) });
  await user.click(await screen.findByTestId("others-drafts"));
  expect(screen.getAllByRole("tab")).toHaveLength(1);
  expect(asked("draft.takeOver")).toEqual([]);
  const item = await screen.findByTestId(`take-over-${RETURN}`);
  expect(item.textContent).toContain("Take over from Huda");
  await waitFor(() => expect(item.textContent).toContain("Hadramout Foods"));
  await user.click(item);
  await screen.findByText(/taken over from Huda/);
  expect(asked("draft.takeOver")).toEqual([{ draftId: RETURN }]);
  expect(useReturns.getState().activeId).toBe(RETURN);
  expect(screen.queryByTestId("others-drafts")).toBeNull();
  // Nothing of it was kept in another's name.
  for (const { draftId } of asked("draft.save")) expect(draftId).toBe(RETURN);
});

it("A voucher that another person began to change can't be typed in until it is taken over", async () => {
  const { user, asked } = await draw(<TaxVoucherScreen />, {
    answers: {
      ...handedOver(EDITED),
      "documents.get": () => {
        throw refused("not_found");
      },
    },
    path: `/tax-voucher/${VOUCHER}`,
  });
  await screen.findByText("Huda has begun to change this voucher");
  expect((await screen.findByTestId(`others-${VOUCHER}`)).textContent).toContain("Huda");
  await user.click(screen.getByRole("button", { name: "Take over from Huda" }));
  await screen.findByText("taken over from Huda");
  expect(asked("draft.takeOver")).toEqual([{ draftId: draftIdOf(VOUCHER) }]);
  await waitFor(() => expect(screen.getByLabelText("Note")).toHaveProperty("value", "Fee of March"));
  // A save of the return of an earlier test may come late.
  expect(asked("draft.save").filter(({ kind }) => kind === "taxVoucher")).toEqual([]);
});

it("In a shop without people every draft is open, and nothing is asked of whose it is", async () => {
  useWho.setState({ personId: null });
  await draw(<PurchaseReturnScreen />, {
    answers: {
      "draft.list": () => ({ drafts: [{ ...RETURNED, person: null }] }),
      "purchases.search": () => ({ purchases: [], cursor: null }),
    },
  });
  await waitFor(() => expect(screen.getAllByRole("tab")[0]?.textContent).toContain("Hadramout Foods"));
  expect(screen.queryByTestId("others-drafts")).toBeNull();
});
