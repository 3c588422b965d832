/** Where the guide is offered, and at which page. */
import { screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, it } from "vitest";
import { defaultSettings } from "../../../../main/shell/settings.ts";
import { StatusPill } from "../../../../renderer/app/layout/status-pill.tsx";
import { fittingPage, type HelpPage } from "../../../../renderer/features/help-topics.ts";
import { PeriodBar } from "../../../../renderer/screens/documents/statement.tsx";
import { LinkBarcode } from "../../../../renderer/screens/purchase-return/finder/scan-bar.tsx";
import { ReturnWindowsPanel } from "../../../../renderer/screens/settings/returns-panels.tsx";
import { ScanPanel } from "../../../../renderer/screens/settings/scan-panel.tsx";
import { draw } from "../../../helpers/drawn.tsx";

it("the sign's panel leads to the page of the signs, and closes", async () => {
  const { user, path } = await draw(<StatusPill />);
  await user.click(screen.getByRole("button"));
  await user.click(await screen.findByRole("link", { name: "Help with this" }));
  expect(path()).toBe("/help/signs");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

const nothing = () => undefined;
const OFFERS: [HelpPage, ReactElement][] = [
  ["supplier-statement", <PeriodBar key="statement" accountId={null} />],
  ["scanning-and-keys", <LinkBarcode key="link" code="62810017" onLinked={nothing} onLeave={nothing} />],
  ["scanning-and-keys", <ScanPanel key="scan" settings={defaultSettings("en")} onChange={nothing} />],
  ["expiring", <ReturnWindowsPanel key="expiring" />],
];

it.each(OFFERS)("F1 leads to %s where it is about that", async (page, part) => {
  await draw(part, {
    answers: {
      "scanRules.get": () => ({ inStore: [], batchInDescription: false }),
      "returnWindows.get": () => ({ everyone: 60, suppliers: [] }),
    },
  });
  await screen.findByRole("link", { name: "Help with this" });
  expect(fittingPage("words")).toBe(page);
});
