import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, it } from "vitest";
import { Router } from "wouter";
import { channelKey } from "../../../../renderer/client/queries.ts";
import { startWords } from "../../../../renderer/i18n/setup.ts";
import { DecisionsPanel } from "../../../../renderer/screens/home/decisions-panel.tsx";
import { UNDECIDED } from "../../../../renderer/screens/home/undecided.ts";

beforeAll(() => startWords("en", "latin"));

/** Home's panel where no entry waits for a decision and so many are to be checked. */
function panel(withoutEvidence: number): string {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  client.setQueryData(channelKey("outbox.list", UNDECIDED), { entries: [] });
  client.setQueryData(channelKey("outbox.summary", {}), { withoutEvidence });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Router ssrPath="/">
        <DecisionsPanel />
      </Router>
    </QueryClientProvider>,
  );
}

it("Home says that nothing waits for a decision only where nothing is to be checked either", () => {
  expect(panel(0)).toContain("Nothing needs a decision.");
  expect(panel(2)).toContain("Check now");
  expect(panel(2)).not.toContain("Nothing needs a decision.");
});
