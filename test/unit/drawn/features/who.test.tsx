/** Who entered, decided and approved: named where there are people, and nowhere else. */
import { screen, within } from "@testing-library/react";
import i18next from "i18next";
import { expect, it } from "vitest";
import { READY_ROLES } from "../../../../contract/rights.ts";
import { AUDIT_ACTIONS } from "../../../../main/engine/core/audit.ts";
import ActivityScreen from "../../../../renderer/screens/activity/index.tsx";
import { type AuditEntry, actionWords } from "../../../../renderer/screens/activity/use-audit.ts";
import { EntryDetailPanel } from "../../../../renderer/screens/outbox/entry-detail.tsx";
import type { Answers } from "../../../helpers/bridge.ts";
import { draw } from "../../../helpers/drawn.tsx";
import { COLLEAGUES, workingAs } from "../../../helpers/people.ts";
import { entry } from "../../../helpers/printed-entries.ts";

const { huda, mona } = COLLEAGUES;
const AT = "2026-03-09T10:00:00.000Z";

const shown = (fields: Parameters<typeof entry>[0], answers: Answers = {}) => {
  const one = entry(fields);
  return draw(<EntryDetailPanel entryId={one.entryId} onBack={() => undefined} />, {
    answers: { "outbox.get": () => one, "attachment.ofEntry": () => ({ files: [] }), ...answers },
  });
};

it("An entry names who entered it, and a discarded one who discarded and who approved that", async () => {
  const resolution = { kind: "discarded" as const, words: "twice", at: AT, person: huda, approver: mona };
  await shown({ state: "discarded", person: huda, resolution });
  const named = (await screen.findAllByTestId("who")).map(({ textContent }) => textContent);
  expect(named).toEqual([" · Huda", "Huda, approved by Mona"]);
});

it("An entry of a shop without people names nobody", async () => {
  await shown({
    state: "discarded",
    resolution: { kind: "discarded", words: "twice", at: AT, person: null, approver: null },
  });
  await screen.findByText("twice");
  expect(screen.queryByTestId("who")).toBeNull();
});

const record = (sequence: number, fields: Partial<AuditEntry>): AuditEntry => ({
  sequence,
  at: AT,
  userId: 501,
  deviceId: "11111111-1111-4111-8111-111111111111",
  action: "person.signedIn",
  subject: "",
  details: {},
  hash: "0".repeat(64),
  ...fields,
});
const activity = (entries: AuditEntry[]) =>
  draw(<ActivityScreen />, {
    answers: {
      "people.status": () => workingAs(mona),
      "people.list": () => ({ people: Object.values(COLLEAGUES), current: mona.personId }),
      "audit.list": () => ({ entries, chainIntact: true, chainProblem: null }),
      "outbox.list": () => ({ entries: [] }),
    },
  });

it("The activity names the person of each record, who approved, and whose PIN was wrong", async () => {
  await activity([
    record(5, { action: "draft.takenOver", subject: "a draft", details: { person: mona, from: huda } }),
    record(4, {
      action: "entry.discarded",
      subject: entry().entryId,
      details: { person: huda, approver: mona },
    }),
    record(3, {
      action: "approval.given",
      subject: "outbox.discard",
      details: { person: mona, askedBy: huda },
    }),
    record(2, { action: "person.wrongPin", subject: huda.personId }),
    record(1, { action: "person.saved", subject: huda.personId, details: { person: mona, name: "Huda" } }),
  ]);
  await screen.findByText("Added or changed a person");
  const rows = screen.getAllByRole("row").slice(1);
  const [taken, discarded, approved, wrong, saved] = rows.map((row) => within(row));
  taken?.getByText("taken over from Huda");
  taken?.getByText("Mona");
  discarded?.getByText("Huda");
  discarded?.getByText(/approved by Mona/);
  approved?.getByText("Mona");
  approved?.getByText("asked for by Huda");
  await wrong?.findByText("Huda");
  saved?.getByText("Mona");
});

it("Every action of the activity has words", async () => {
  await activity([]);
  const { t } = i18next;
  expect(AUDIT_ACTIONS.filter((action) => actionWords(t, action) === action)).toEqual([]);
});

it("Nobody who may not export is offered it, and who needs approval reads that first", async () => {
  const manager = {
    ...READY_ROLES.manager,
    rights: { ...READY_ROLES.manager.rights, export: "approval" as const },
  };
  const status = workingAs(mona, { ...READY_ROLES, manager });
  const { tell, user } = await activity([record(1, {})]);
  await user.click(await screen.findByTestId("audit-export"));
  expect(screen.queryByTestId("allowance-approval")).toBeNull();
  tell({ event: "people.changed", payload: status });
  await screen.findByTestId("allowance-approval");
  tell({ event: "people.changed", payload: workingAs(huda) });
  await expect.poll(() => screen.queryByTestId("audit-export")).toBeNull();
});
