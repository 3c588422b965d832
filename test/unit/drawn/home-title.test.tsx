/** Home's title: what waits, in one sentence. */
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import HomeScreen from "../../../renderer/screens/home/index.tsx";
import { draw } from "../../helpers/drawn.tsx";
import { sampleOf } from "../../helpers/event-samples.ts";
import { entry } from "../../helpers/printed-entries.ts";

/** What the cards below the title ask for, which says nothing of it. */
const unanswered = () => new Promise<never>(() => undefined);

const waiting = (kind: "purchaseReturn" | "taxVoucher", amount: string) => ({
  kind,
  currencyId: "YER",
  amount,
  entries: 1,
  oldestAt: "2026-03-01T08:00:00.000Z",
});

it.each([
  ["en", "Returns not confirmed yet: 110,580.00 YER."],
  ["ar", "مرتجعات لم تُؤكَّد بعد: \u2068\u2067110,580.00 YER\u2069\u2069."],
] as const)(
  "the title names the returns whose amounts it counts, and no voucher's, %s",
  async (language, title) => {
    await draw(<HomeScreen />, {
      language,
      answers: {
        "sync.status": () => sampleOf("sync.statusChanged").payload,
        "outbox.summary": () => ({
          unsentByCurrency: [waiting("purchaseReturn", "110580"), waiting("taxVoucher", "19000")],
          days: [],
          recentAttempts: [],
        }),
        "mirror.counts": unanswered,
        "vault.status": unanswered,
        "disk.status": unanswered,
        "backup.status": unanswered,
        "print.printers": unanswered,
        "expiry.totals": unanswered,
        "outbox.list": () => ({ entries: [{ ...entry(), attempts: 0 }] }),
      },
    });
    expect((await screen.findByText(/110,580/, { selector: "h1" })).textContent).toContain(title);
  },
);
