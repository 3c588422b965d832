/** How the detail of an entry is laid out: what is looked for first, and what stays in sight. */
import { act, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { EntryDetail } from "../../../../contract/channels/posting.ts";
import { EntryDetailPanel } from "../../../../renderer/screens/outbox/entry-detail.tsx";
import { draw } from "../../../helpers/drawn.tsx";
import { attempt, entry, SERIAL } from "../../../helpers/printed-entries.ts";

async function drawDetail(fields: Partial<EntryDetail>) {
  const shown = entry(fields);
  await draw(<EntryDetailPanel entryId={shown.entryId} onBack={() => undefined} />, {
    answers: { "outbox.get": () => shown, "attachment.ofEntry": () => ({ files: [] }) },
  });
  return within(await screen.findByTestId("entry-detail"));
}

const UNKNOWN: Partial<EntryDetail> = {
  state: "outcome_unknown",
  replaceable: false,
  attempts: [attempt()],
};

it("the decisions of an entry stand below what scrolls, so that they never scroll away", async () => {
  const detail = await drawDetail(UNKNOWN);
  const decisions = await detail.findByRole("region", { name: "What you can do" });
  const scrolled = detail.getByRole("heading", { level: 2 }).closest("section > div");
  expect(scrolled?.contains(decisions)).toBe(false);
  within(decisions).getByRole("button", { name: "Send again" });
});

it("the serial number comes before the meaning, whole and with the sign that it can be copied", async () => {
  const detail = await drawDetail(UNKNOWN);
  const number = await detail.findByRole("button", { name: new RegExp(`Copy.*${SERIAL}`) });
  expect(number.textContent).toBe(SERIAL);
  expect(number.querySelector("svg")).not.toBeNull();
  const steps = detail.getByText("How to find out");
  expect(number.compareDocumentPosition(steps)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it.each([
  ["purchaseReturn", "Amount calculated here"],
  ["taxVoucher", "Requested amount"],
] as const)("the amount of a %s is called %s", async (kind, name) => {
  const detail = await drawDetail({ kind });
  expect((await detail.findByText(name)).closest("dl")?.textContent).toMatch(/\d/);
});

it.each(["pending", "discarded"] as const)(
  "of an entry that is %s and was never tried no attempts are shown, and none is promised",
  async (state) => {
    const detail = await drawDetail({ state, attempts: [] });
    await detail.findByText("No attempts.");
  },
);

it("what only support needs is folded away", async () => {
  const detail = await drawDetail(UNKNOWN);
  const fold = (await detail.findByText("Technical details")).closest("details");
  expect(fold?.open).toBe(false);
  expect(detail.queryByText("Entry ID")).toBeNull();
  act(() => {
    if (fold === null) return;
    fold.open = true;
    fold.dispatchEvent(new Event("toggle"));
  });
  expect(fold?.textContent).toContain("Entry ID");
  expect(fold?.textContent).toContain("Fingerprint");
});

it("a confirmed entry is described by its journey, without a banner that says it again", async () => {
  const detail = await drawDetail({ state: "confirmed", replaceable: false });
  const journey = within(await detail.findByRole("list", { name: "How far it has come" }));
  expect(journey.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "This computerSaved",
    "ConnectionSent",
    "Central systemConfirmed",
  ]);
  expect(detail.queryByText(/central system confirmed it/i)).toBeNull();
  expect(detail.queryByRole("region", { name: "What you can do" })).toBeNull();
});

it("of a refused entry the central system's reason is the first that is said", async () => {
  const detail = await drawDetail({
    state: "dead_letter",
    lastProblem: { code: "answered", params: { status: 422, words: "A note is required." } },
    attempts: [attempt({ outcome: "service_refused", httpStatus: 422 })],
  });
  const reason = await detail.findByText("Message from the central system");
  for (const later of [
    detail.getByText(/It stays here until you correct it/),
    detail.getByRole("list", { name: "How far it has come" }),
  ])
    expect(reason.compareDocumentPosition(later)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
