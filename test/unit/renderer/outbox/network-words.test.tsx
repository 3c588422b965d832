import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, it } from "vitest";
import { Router } from "wouter";
import type { EntryDetail } from "../../../../contract/channels/posting.ts";
import { type EntryProblem, saying } from "../../../../contract/reasons/entry-problem.ts";
import { EntryMeaning } from "../../../../renderer/features/decisions.tsx";
import { ar } from "../../../../renderer/i18n/ar/index.ts";
import { formatsOf } from "../../../../renderer/i18n/format.ts";
import { startWords } from "../../../../renderer/i18n/setup.ts";
import { checklistReport } from "../../../../renderer/reports/checklist.ts";
import { attempt, checklist, entry } from "../../../helpers/printed-entries.ts";

const RAW = "UND_ERR_SOCKET: other side closed";
const CLOSED = saying("closed", RAW);
const { detail, network } = ar.outbox;

beforeAll(() => startWords("ar", "auto"));

/** An entry whose answer was lost, after so much of it came. */
const lost = (httpStatus: number | null): EntryDetail =>
  entry({
    state: "outcome_unknown",
    lastProblem: CLOSED,
    attempts: [attempt({ outcome: "answer_lost", httpStatus, problem: CLOSED })],
  });

const meaning = (of: EntryDetail): string =>
  renderToStaticMarkup(
    <Router ssrPath="/">
      <EntryMeaning entry={of} />
    </Router>,
  );

it("a network error is in the person's language, with the network's own words under the fold for support", () => {
  expect(meaning(lost(null))).toMatch(
    new RegExp(`${network.closed}<details.*<pre dir="ltr">${RAW}</pre></details>`),
  );
});

it("a network error is not called the central system's words where a status came before it", () => {
  expect(meaning(lost(200))).toContain(detail.networkWords);
  expect(meaning(lost(200))).not.toContain(detail.serviceWords);
  expect(meaning(lost(200))).toContain(network.closed);
});

/** The last message of the only entry of a checklist. */
function lastMessage(of: EntryDetail): unknown {
  const words = { t: i18next.t, formats: formatsOf("ar", "auto") };
  const { sheet } = checklistReport(words, checklist([of], "csv"));
  return sheet?.rows[0]?.[sheet.heads.indexOf(ar.print.checklist.lastWords)];
}

it("the checklist has a network error in the person's language, without the network's own words", () => {
  expect(lastMessage(lost(null))).toBe(network.closed);
});

it("what the program itself wrote down is in the person's language", () => {
  const own = (lastProblem: EntryProblem, outcome: "no_evidence" | "refused") =>
    entry({
      state: "outcome_unknown",
      lastProblem,
      attempts: [attempt({ outcome, httpStatus: 200 })],
    });
  const noEvidence = own({ code: "no_evidence", params: { reason: "not_json" } }, "no_evidence");
  const silent: EntryProblem = { code: "answered", params: { status: 422, words: "" } };
  expect(meaning(own(silent, "refused"))).toContain(`422: ${detail.noWords}`);
  expect(lastMessage(noEvidence)).toBe(ar.outbox.attempts.outcome.no_evidence);
  const back: EntryProblem = { code: "no_longer_resent", params: {} };
  expect(meaning({ ...lost(null), lastProblem: back })).toContain(`${network.no_longer_resent}<`);
});
