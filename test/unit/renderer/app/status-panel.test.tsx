import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, it } from "vitest";
import { Router } from "wouter";
import { StatusPanel, type SyncTruth } from "../../../../renderer/app/layout/status-pill.tsx";
import { channelKey } from "../../../../renderer/client/queries.ts";
import { startWords } from "../../../../renderer/i18n/setup.ts";

beforeAll(() => startWords("en", "latin"));

const PAUSED: SyncTruth = {
  state: "paused",
  tone: "warn",
  unsent: 0,
  decisions: 0,
  counts: null,
  oldestUnsentAt: null,
  known: "now",
};

/** The panel while nothing is sent, with a recovery whose question is open or answered. */
function panel(needsDecision: boolean): string {
  const client = new QueryClient();
  client.setQueryData(channelKey("recovery.report", {}), { reports: [{ needsDecision }] });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <Router ssrPath="/">
          <StatusPanel truth={PAUSED} onDone={() => undefined} />
        </Router>
      </MantineProvider>
    </QueryClientProvider>,
  );
}

it("The sign's panel says that a loaded backup's question holds sending, and offers no Resume that is refused", () => {
  expect(panel(true)).toContain("Nothing is sent until you answer the question");
  expect(panel(true)).not.toContain("Resume sending");
  expect(panel(false)).toContain("Sending is paused");
  expect(panel(false)).toContain("Resume sending");
});
