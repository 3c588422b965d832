/** Whom to call is in Settings and beside the title of Help, where the owner's policy file names somebody. */
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import HelpScreen from "../../../../renderer/screens/help/index.tsx";
import { SupportPanel } from "../../../../renderer/screens/settings/about-panel.tsx";
import type { Answers } from "../../../helpers/bridge.ts";
import { draw } from "../../../helpers/drawn.tsx";

const support = { name: "Example IT", telephone: "+962 6 555 0100" };
const NAMED: Answers = {
  "ownerPolicy.get": () => ({ state: "holds", path: "/policy.json", policy: { version: 1, support } }),
};
const NOBODY: Answers = { "ownerPolicy.get": () => ({ state: "none", path: "/policy.json" }) };
const WORDS = "Support: Example IT, +962 6 555 0100";

describe("whom to call", () => {
  it("is in Settings under Support", async () => {
    await draw(<SupportPanel />, { answers: NAMED });
    expect(await screen.findByText(WORDS)).toBeTruthy();
  });

  it("is beside the title of Help, in Arabic with the number kept apart", async () => {
    await draw(<HelpScreen />, { answers: NAMED, language: "ar", path: "/help" });
    const words = "الدعم: \u2068Example IT\u2069، \u2068+962 6 555 0100\u2069";
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it("is left out where the policy names nobody", async () => {
    await draw(<SupportPanel />, { answers: NOBODY });
    expect(await screen.findByRole("button", { name: "Save support bundle…" })).toBeTruthy();
    expect(screen.queryByText(/^Support: /)).toBeNull();
  });
});
