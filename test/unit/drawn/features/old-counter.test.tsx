/** The question about the old computer: what waits for it, what is recommended, and a second question before the risk. */
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { RecoveryReport } from "../../../../contract/channels/recovery.ts";
import { RecoveryNotice } from "../../../../renderer/features/recovery/recovery-notice.tsx";
import { draw } from "../../../helpers/drawn.tsx";
import { PLAIN_REPORT } from "../../../helpers/plain-answers.ts";

const report = (waiting: number): RecoveryReport => ({
  ...PLAIN_REPORT,
  kind: "restored",
  reason: "a backup was loaded",
  details: {
    ...PLAIN_REPORT.details,
    base: "backup",
    backup: { name: "counter.backup", at: "2026-05-01T07:30:00.000Z" },
    fileReadable: false,
  },
  needsDecision: true,
  waiting,
});
const asked = (waiting: number) =>
  draw(<RecoveryNotice />, {
    answers: {
      "recovery.report": () => ({ reports: [report(waiting)] }),
      "recovery.decide": () => ({
        reports: [{ ...report(0), needsDecision: false, decision: "not_used_since", seen: true }],
      }),
    },
  });

describe("the question about the old computer", () => {
  it("says how much waits, and recommends the answer that sends nothing", async () => {
    const drawn = await asked(12);
    expect(
      await screen.findByText("12 entries of the backup wait for your answer. They aren't sent until then."),
    ).toBeTruthy();
    expect(screen.getByText("Recommended if there is any doubt").parentElement?.textContent).toContain(
      "Yes, or I am not sure",
    );
    await drawn.user.click(screen.getByRole("button", { name: "Yes, or I am not sure" }));
    expect(drawn.asked("recovery.decide")).toEqual([{ recoveryId: 3, oldCounter: "may_have_sent" }]);
  });

  it("asks again before entries are sent that the old one may have sent", async () => {
    const drawn = await asked(12);
    await drawn.user.click(await screen.findByRole("button", { name: /^No, and/ }));
    expect(drawn.asked("recovery.decide")).toEqual([]);
    expect(screen.getByText("Send 12 entries from this computer?")).toBeTruthy();
    await drawn.user.click(screen.getByRole("button", { name: "Back to the question" }));
    expect(screen.queryByRole("button", { name: "Send 12 entries" })).toBeNull();
    await drawn.user.click(screen.getByRole("button", { name: /^No, and/ }));
    await drawn.user.click(screen.getByRole("button", { name: "Send 12 entries" }));
    expect(drawn.asked("recovery.decide")).toEqual([{ recoveryId: 3, oldCounter: "not_used_since" }]);
  });

  it("asks once where nothing waits", async () => {
    const drawn = await asked(0);
    expect(await screen.findByText("No entry of the backup is waiting to be sent.")).toBeTruthy();
    await drawn.user.click(screen.getByRole("button", { name: /^No, and/ }));
    expect(drawn.asked("recovery.decide")).toEqual([{ recoveryId: 3, oldCounter: "not_used_since" }]);
  });

  it("is not spoken of any more once it is answered, as by a takeover", async () => {
    const answered: RecoveryReport = { ...report(0), needsDecision: false, decision: "may_have_sent" };
    await draw(<RecoveryNotice />, { answers: { "recovery.report": () => ({ reports: [answered] }) } });
    expect(await screen.findByText("This data comes from a backup of another computer.")).toBeTruthy();
  });
});
