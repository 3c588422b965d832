import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, it } from "vitest";
import { Router } from "wouter";
import type { EntryDetail } from "../../../../contract/channels/posting.ts";
import { ar } from "../../../../renderer/i18n/ar/index.ts";
import { startWords } from "../../../../renderer/i18n/setup.ts";
import { checklistModel } from "../../../../renderer/print/checklist-model.ts";
import { lastWordsOf } from "../../../../renderer/print/checklist-words.ts";
import { EntryMeaning } from "../../../../renderer/screens/outbox/entry-meaning.tsx";
import { attempt, checklist, entry } from "../../../helpers/printed-entries.ts";

const RAW = "UND_ERR_SOCKET: other side closed";
const { detail, network } = ar.outbox;

beforeAll(() => startWords("ar", "auto"));

/** An entry whose answer was lost, after so much of it came. */
const lost = (httpStatus: number | null): EntryDetail =>
  entry({
    state: "outcome_unknown",
    lastError: RAW,
    attempts: [attempt({ outcome: "answer_lost", httpStatus, detail: RAW })],
  });

const meaning = (of: EntryDetail): string =>
  renderToStaticMarkup(
    <Router ssrPath="/">
      <EntryMeaning entry={of} />
    </Router>,
  );

it("a network error is in the person's language, with its code behind it in brackets", () => {
  expect(meaning(lost(null))).toContain(`${network.closed}<small> <bdi dir="ltr">(${RAW})</bdi></small>`);
});

it("a network error is not called the central system's words where a status came before it", () => {
  expect(meaning(lost(200))).toContain(detail.networkWords);
  expect(meaning(lost(200))).not.toContain(detail.serviceWords);
  expect(meaning(lost(200))).toContain(network.closed);
});

it("the checklist has the network error in the person's language too", () => {
  const [first] = checklistModel(checklist([lost(null)], "csv"));
  expect(first === undefined ? "" : lastWordsOf({ t: i18next.t }, first)).toBe(
    `${network.closed} \u2066(${RAW})\u2069`,
  );
});
