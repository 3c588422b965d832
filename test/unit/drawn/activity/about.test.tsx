/** What a record of the activity is about: the party, the amount, and the way to the entry. */
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import ActivityScreen from "../../../../renderer/screens/activity/index.tsx";
import type { AuditEntry } from "../../../../renderer/screens/activity/use-audit.ts";
import type { Answers } from "../../../helpers/bridge.ts";
import { draw } from "../../../helpers/drawn.tsx";
import { entry, SERIAL } from "../../../helpers/printed-entries.ts";

const KNOWN = entry({ subject: "Hadramout Foods" });
const OLD = "00000000-0000-4000-8000-00000000000f";
const record = (sequence: number, fields: Partial<AuditEntry>): AuditEntry => ({
  sequence,
  at: "2026-03-09T10:00:00.000Z",
  userId: 501,
  deviceId: "11111111-1111-4111-8111-111111111111",
  action: "purchaseReturn.posted",
  subject: SERIAL,
  details: {},
  hash: "0".repeat(64),
  ...fields,
});
const posted = (entryId: string) => ({ details: { entryId, amount: "12.5", currencyId: "YER" } });

const answers = (entries: AuditEntry[]): Answers => ({
  "audit.list": () => ({ entries, chainIntact: true, chainProblem: null }),
  "outbox.list": () => ({ entries: [{ ...KNOWN, attempts: 0 }] }),
});
const rows = async () => (await screen.findAllByRole("row")).slice(1);

it("A record names the party with a link and the amount, and no serial number", async () => {
  const { path, user } = await draw(<ActivityScreen />, {
    answers: answers([
      record(2, { action: "entry.discarded", subject: KNOWN.entryId }),
      record(1, posted(KNOWN.entryId)),
    ]),
  });
  await screen.findAllByText("Hadramout Foods");
  const [discarded, entered] = await rows();
  expect(entered?.textContent).toContain("12.50YER");
  expect(discarded?.textContent).toContain("0.30YER");
  expect(entered?.textContent).not.toContain(SERIAL.slice(0, 8));
  if (entered === undefined) throw new Error("no row");
  await user.click(within(entered).getByRole("link", { name: "Hadramout Foods" }));
  expect(path()).toBe(`/outbox/${KNOWN.entryId}`);
});

it("A record of an entry that is not among the newest keeps its amount and its link", async () => {
  await draw(<ActivityScreen />, { answers: answers([record(1, posted(OLD))]) });
  const link = await screen.findByRole("link", { name: "Open in the outbox" });
  expect(link.getAttribute("href")).toBe(`/outbox/${OLD}`);
  expect((await rows())[0]?.textContent).toContain("12.50YER");
});

it.each([
  [[501, 501], false],
  [[501, 502], true],
] as const)("The user is a column only where there are several: %j", async (users, isShown) => {
  const entries = users.map((userId, at) => record(at + 1, { userId }));
  await draw(<ActivityScreen />, { answers: answers(entries) });
  await screen.findAllByText("Entered a purchase return");
  const heads = screen.getAllByRole("columnheader").map((head) => head.textContent);
  expect(heads.includes("User")).toBe(isShown);
});

it("The state of the records is a chip while they are whole", async () => {
  await draw(<ActivityScreen />, { answers: answers([record(1, {})]) });
  expect((await screen.findByText("The records are intact")).closest("summary")).toBeTruthy();
});
