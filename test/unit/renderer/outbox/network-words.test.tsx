import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, it } from "vitest";
import { Router } from "wouter";
import type { EntryDetail } from "../../../../contract/channels/posting.ts";
import { EntryMeaning } from "../../../../renderer/features/decisions/entry-meaning.tsx";
import { ar } from "../../../../renderer/i18n/ar/index.ts";
import { startWords } from "../../../../renderer/i18n/setup.ts";
import { checklistModel } from "../../../../renderer/print/checklist-model.ts";
import { lastWordsOf } from "../../../../renderer/print/checklist-words.ts";
import { attempt, checklist, entry } from "../../../helpers/printed-entries.ts";

const RAW = "UND_ERR_SOCKET: other side closed";
const DETAIL = `closed: ${RAW}`;
const { detail, network } = ar.outbox;

beforeAll(() => startWords("ar", "auto"));

/** An entry whose answer was lost, after so much of it came. */
const lost = (httpStatus: number | null): EntryDetail =>
  entry({
    state: "outcome_unknown",
    lastError: DETAIL,
    attempts: [attempt({ outcome: "answer_lost", httpStatus, detail: DETAIL })],
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

it("the checklist has a network error in the person's language, without the network's own words", () => {
  const [first] = checklistModel(checklist([lost(null)], "csv"));
  expect(first === undefined ? "" : lastWordsOf({ t: i18next.t }, first)).toBe(network.closed);
});

it("the engine's own English is on no screen and on no paper: it is said in the person's language", () => {
  const own = (words: string, outcome: "no_evidence" | "accepted_not_understood" | "refused") =>
    entry({
      state: outcome === "accepted_not_understood" ? "confirmed" : "outcome_unknown",
      lastError: words,
      attempts: [attempt({ outcome, httpStatus: 200 })],
    });
  const noEvidence = own("The service answered, but not about this entry: it is a page", "no_evidence");
  expect(meaning(noEvidence)).not.toContain("The service");
  expect(meaning(own("answer not fully understood: extra", "accepted_not_understood"))).not.toContain(
    "fully",
  );
  expect(meaning(own("422: the service gave no words", "refused"))).toContain(`422: ${detail.noWords}`);
  const [first] = checklistModel(checklist([noEvidence], "csv"));
  expect(first === undefined ? "" : lastWordsOf({ t: i18next.t }, first)).toBe(
    ar.outbox.attempts.outcome.no_evidence,
  );
  const held = entry({
    state: "pending",
    lastError: "it may have been sent",
    heldReason: "may_have_been_sent",
  });
  expect(meaning(held)).not.toContain("may have been");
  const back = "noLongerResent";
  expect(meaning({ ...lost(null), lastError: back })).toContain(`${network.noLongerResent}<`);
});
