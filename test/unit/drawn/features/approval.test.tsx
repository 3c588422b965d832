/** A call that another person must approve, from the button to the engine, with the words that the approver sees. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { AskedApproval } from "../../../../contract/channels/people.ts";
import { invoke, replyErrorOf } from "../../../../renderer/client/api.ts";
import { ApprovalPrompt } from "../../../../renderer/features/people/approval-prompt.tsx";
import { PinPrompt } from "../../../../renderer/features/pin/pin-prompt.tsx";
import type { Answers } from "../../../helpers/bridge.ts";
import { draw } from "../../../helpers/drawn.tsx";
import { COLLEAGUES, workingAs } from "../../../helpers/people.ts";
import { entry } from "../../../helpers/printed-entries.ts";
import { refused } from "../../../helpers/refused.ts";

const { huda, mona, omar } = COLLEAGUES;
const ENTRY = entry().entryId;
const APPROVALS = ["00000000-0000-4000-8000-0000000000a1", "00000000-0000-4000-8000-0000000000a2"];
const RIGHT_PIN = "2468";

const ASKED: AskedApproval = {
  approvalId: APPROVALS[0] ?? "",
  channel: "outbox.discard",
  right: "discard",
  askedBy: huda,
  at: "2026-03-01T08:00:00.000Z",
  approvers: [mona, omar],
  enters: [],
  entry: { ...entry(), attempts: 0, subject: "Hadramout Foods", currencyId: "YER", localAmount: "120.5" },
  words: "entered twice",
};

/** A counter where Huda's discards are held back until Mona or Omar typed their PIN. */
function held(described: Partial<AskedApproval> = {}): Answers {
  const approved = new Set<string>();
  let asked = 0;
  return {
    "people.status": () => workingAs(huda),
    "people.asked": ({ approvalId }) => ({ ...ASKED, ...described, approvalId }),
    "people.approve": ({ approvalId, pin }) => {
      if (pin !== RIGHT_PIN) throw refused("pin_wrong", { which: "pin", waitMs: 0 });
      approved.add(approvalId);
      return { approved: true };
    },
    "outbox.discard": (input) => {
      const id = APPROVALS[asked++ % 2] ?? "";
      const given = [...approved][0];
      if (given === undefined) throw refused("approval_needed", { approvalId: id, right: "discard" });
      approved.delete(given);
      return entry({ entryId: input.entryId, state: "discarded" });
    },
  };
}

const drawn = (answers: Answers, language: "en" | "ar" = "en") =>
  draw(
    <>
      <button type="button">Elsewhere</button>
      <PinPrompt />
      <ApprovalPrompt />
    </>,
    { answers, language },
  );
const discarding = () =>
  invoke("outbox.discard", { entryId: ENTRY, reason: "entered twice" }).then(
    ({ state }) => state,
    (error: unknown) => replyErrorOf(error).code,
  );
const prompt = async (name = "Approval") => within(await screen.findByRole("dialog", { name }));
const gone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

it("A call that needs approval says what is approved, and goes through once with the approval", async () => {
  const { user, asked } = await drawn(held());
  const done = discarding();
  const box = await prompt();
  await box.findByText("Huda asks to discard this entry.");
  box.getByText("Hadramout Foods");
  box.getByText("entered twice");
  expect(box.getByTestId("approval-asked").textContent).toContain("120.50");
  await user.click(box.getByRole("radio", { name: /Mona/ }));
  await user.type(box.getByLabelText("PIN"), RIGHT_PIN);
  await user.click(box.getByRole("button", { name: "Approve" }));
  expect(await done).toBe("discarded");
  await gone();
  const call = { entryId: ENTRY, reason: "entered twice" };
  expect(asked("outbox.discard")).toEqual([call, { ...call, approvalId: APPROVALS[0] }]);
  expect(asked("people.approve")).toEqual([
    { approvalId: APPROVALS[0], personId: mona.personId, pin: RIGHT_PIN },
  ]);
});

it("The only one who may approve is chosen already, and the focus is on the PIN", async () => {
  const enters = [
    {
      kind: "purchaseReturn" as const,
      subject: "Hadramout Foods",
      currencyId: "YER",
      amount: "101",
      lines: 3,
    },
  ];
  await drawn(held({ right: "purchaseReturn", approvers: [omar], enters, entry: null, words: null }));
  void discarding();
  const box = await prompt();
  await box.findByText("Huda asks to enter this return.");
  expect(box.getByTestId("approval-asked").textContent).toContain("3");
  expect(box.getByRole("radio", { name: /Omar/ })).toHaveProperty("checked", true);
  await waitFor(() => expect(document.activeElement).toBe(box.getByLabelText("PIN")));
});

it("What a corrected entry replaces is named beside what is entered", async () => {
  const enters = [
    { kind: "purchaseReturn" as const, subject: "New Foods", currencyId: "YER", amount: "101", lines: 3 },
  ];
  await drawn(held({ right: "discard", enters, words: null }));
  void discarding();
  const box = await prompt();
  await box.findByText("Huda asks to enter this in place of another entry, which is discarded.");
  box.getByText("New Foods");
  box.getByText("Replaces this entry");
  box.getByText("Hadramout Foods");
});

it("Several records to undelete are a short list", async () => {
  const enters = Array.from({ length: 7 }, (_, at) => ({
    kind: "restoreAccount" as const,
    subject: `Account ${at}`,
    currencyId: null,
    amount: null,
    lines: null,
  }));
  await drawn(held({ right: "restoreAccount", enters, entry: null, words: null }));
  void discarding();
  const box = await prompt();
  await box.findByText("Huda asks to undelete 7 records.");
  expect(box.getAllByRole("listitem")).toHaveLength(6);
  box.getByText("and 2 more");
});

it("A wrong PIN is named, another person can be chosen, and without one nothing is sent", async () => {
  const { user, asked } = await drawn(held());
  const done = discarding();
  const box = await prompt();
  const field = await box.findByLabelText("PIN");
  await user.type(field, "1111{Enter}");
  await box.findByText("Choose who approves.");
  expect(asked("people.approve")).toEqual([]);
  await user.click(box.getByRole("radio", { name: /Mona/ }));
  await user.type(field, "{Enter}");
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  expect(field).toHaveProperty("value", "");
  await user.click(box.getByRole("radio", { name: /Omar/ }));
  expect(field.getAttribute("aria-invalid")).not.toBe("true");
  await user.type(field, `${RIGHT_PIN}{Enter}`);
  expect(await done).toBe("discarded");
  expect(asked("people.approve").at(-1)).toMatchObject({ personId: omar.personId });
});

it("The focus begins on the names, and a PIN that is typed after choosing one goes into its field", async () => {
  const { user } = await drawn(held());
  const done = discarding();
  const box = await prompt();
  const first = await box.findByRole("radio", { name: /Mona/ });
  await waitFor(() => expect(document.activeElement).toBe(first));
  await user.keyboard(" ");
  await user.keyboard(`${RIGHT_PIN}{Enter}`);
  expect(await done).toBe("discarded");
});

it("Who leaves the prompt gets a refusal, and the focus is where it was", async () => {
  const { user, asked } = await drawn(held());
  const before = screen.getByRole("button", { name: "Elsewhere" });
  before.focus();
  const done = discarding();
  await (await prompt()).findByText("Huda asks to discard this entry.");
  await user.keyboard("{Escape}");
  expect(await done).toBe("approval_needed");
  await gone();
  await waitFor(() => expect(document.activeElement).toBe(before));
  expect(asked("outbox.discard")).toHaveLength(1);
  expect(asked("people.approve")).toEqual([]);
});

it("Where nobody else may, that is said and nothing is asked", async () => {
  const { user } = await drawn(held({ approvers: [] }));
  const done = discarding();
  const box = await prompt();
  await box.findByText("No other person here may approve this. Ask the owner.");
  expect(box.queryByLabelText("PIN")).toBeNull();
  await user.click(box.getByText("Cancel"));
  expect(await done).toBe("approval_needed");
});

it("When another person signs in, what the first one asked for is given up", async () => {
  const { tell } = await drawn(held());
  const done = discarding();
  await (await prompt()).findByText("Huda asks to discard this entry.");
  tell({ event: "people.changed", payload: workingAs(mona) });
  expect(await done).toBe("approval_needed");
  await gone();
});

it("Two calls that need approval are approved one after the other, each by its own", async () => {
  const { user, asked } = await drawn(held());
  const both = Promise.all([discarding(), discarding()]);
  for (const at of [0, 1]) {
    await waitFor(() => expect(asked("people.asked")).toHaveLength(at + 1));
    const box = await prompt();
    await user.click(await box.findByRole("radio", { name: /Mona/ }));
    await user.type(box.getByLabelText("PIN"), `${RIGHT_PIN}{Enter}`);
    await waitFor(() => expect(asked("people.approve")).toHaveLength(at + 1));
  }
  expect(await both).toEqual(["discarded", "discarded"]);
  expect(asked("people.approve").map(({ approvalId }) => approvalId)).toEqual(APPROVALS);
});

it("The prompt in Arabic names what is asked and the roles", async () => {
  await drawn(held(), "ar");
  void discarding();
  const box = await prompt("الموافقة");
  await waitFor(() => expect(box.getByTestId("approval-asked").textContent).toContain("استبعاد هذه العملية"));
  box.getByText("مدير");
});
