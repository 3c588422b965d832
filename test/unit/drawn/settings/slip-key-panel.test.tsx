/** The key of the slips in Settings: passed on, missing, lost. */
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { SlipKeyStatus } from "../../../../contract/channels/printing.ts";
import { SlipKeyPanel } from "../../../../renderer/screens/settings/printer-panel.tsx";
import { draw } from "../../../helpers/drawn.tsx";

const KEY = "Ab-_ef12".padEnd(43, "x");
const READY: SlipKeyStatus = { state: "ready", publicKey: KEY, keyId: "Ab-_ef12" };

const drawPanel = (status: SlipKeyStatus, language: "en" | "ar" = "en") => {
  let now = status;
  return draw(<SlipKeyPanel />, {
    language,
    answers: {
      "slipKey.get": () => now,
      "slipKey.renew": () => {
        now = READY;
        return now;
      },
      "slipKey.savePage": () => ({ path: "/home/owner/check-slips.html" }),
      "print.slipKey": () => ({ outcome: "printed", path: null, pages: 1, detail: null }),
    },
  });
};

describe("the key of the slips", () => {
  it("is shown whole, printed, and saved inside the checking page", async () => {
    const drawn = await drawPanel(READY);
    await screen.findByText(`CSK1|${KEY}`);
    await drawn.user.click(screen.getByRole("button", { name: "Print the key" }));
    await drawn.user.click(screen.getByTestId("save-check-page"));
    await screen.findByText(/\/home\/owner\/check-slips\.html/);
    expect(drawn.asked("print.slipKey")).toEqual([{ to: "printer" }]);
    expect(screen.queryByTestId("renew-slip-key")).toBeNull();
  });

  it("that can't be kept is shown with what it means, and there is nothing to copy", async () => {
    await drawPanel({ state: "noKeyring", publicKey: null, keyId: null });
    await screen.findByText("Slips are printed without a code");
    expect(screen.queryByTestId("copy-slip-key")).toBeNull();
    expect(screen.queryByText(/this computer's key is in it/)).toBeNull();
  });

  it("that is lost is replaced only after a second press, which says what it means", async () => {
    const drawn = await drawPanel({ state: "lost", publicKey: null, keyId: null }, "ar");
    await drawn.user.click(await screen.findByTestId("renew-slip-key"));
    expect(drawn.asked("slipKey.renew")).toEqual([]);
    await screen.findByText(/تُوقَّع الإيصالات من الآن بالمفتاح الجديد/);
    await drawn.user.click(screen.getByTestId("renew-slip-key"));
    await waitFor(() => expect(drawn.asked("slipKey.renew")).toHaveLength(1));
    await screen.findByText(`CSK1|${KEY}`);
  });
});
