/** What the engine, the system and the network say in English is in no Arabic sentence: it is folded away, for support. */
import { act, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { describe, expect, it } from "vitest";
import type { BackupStatus } from "../../../../contract/channels/recovery.ts";
import type { UpdateStatus } from "../../../../contract/channels/updates.ts";
import { saying } from "../../../../contract/reasons/entry-problem.ts";
import { EngineNotice } from "../../../../renderer/app/layout/early-notice-bar.tsx";
import { ProblemWords } from "../../../../renderer/features/entries.tsx";
import { PrintedNotice } from "../../../../renderer/features/printing.tsx";
import { ReportDetails } from "../../../../renderer/features/recovery/report-details.tsx";
import { KeptFileLine } from "../../../../renderer/features/references/shown-references.tsx";
import { ar } from "../../../../renderer/i18n/ar/index.ts";
import { ImportFailure } from "../../../../renderer/screens/reference-data/import/import-failure.tsx";
import { BackupKeeping } from "../../../../renderer/screens/settings/backup-panel.tsx";
import { UpdatesState } from "../../../../renderer/screens/settings/updates-panel.tsx";
import type { Answers } from "../../../helpers/bridge.ts";
import { draw } from "../../../helpers/drawn.tsx";
import { sampleOf } from "../../../helpers/event-samples.ts";
import { PLAIN_REPORT } from "../../../helpers/plain-answers.ts";

const RAW = "EIO: i/o error, write";

/** The raw words are there, under the closed fold and left to right, and nowhere else. */
async function isFolded(raw = RAW) {
  const fold = (await screen.findAllByText(ar.errors.details)).at(-1)?.closest("details");
  const pre = fold?.querySelector("pre");
  expect(fold?.open).toBe(false);
  expect(pre?.dir).toBe("ltr");
  expect(pre?.textContent).toContain(raw);
  const outside = document.body.cloneNode(true);
  if (outside instanceof HTMLElement)
    for (const each of outside.querySelectorAll("details, style")) each.remove();
  expect(outside.textContent).not.toContain(raw);
  return outside.textContent ?? "";
}

const report = { ...PLAIN_REPORT, reason: RAW };
const backup: BackupStatus = {
  lastAt: null,
  isOld: false,
  files: [],
  folder: "/p/backups",
  problem: { kind: "other", message: RAW, at: report.at },
  second: null,
  missingFiles: { count: 0, names: [] },
};
const updates: UpdateStatus = {
  ...sampleOf("updates.changed").payload,
  now: { state: "failed", problem: "other", code: RAW, release: null },
};

const CASES: [string, ReactElement, Answers?][] = [
  [
    "why an attempt brought no answer",
    <ProblemWords key="n" problem={saying("other", RAW)} kind="purchaseReturn" />,
  ],
  [
    "why a print failed",
    <PrintedNotice
      key="p"
      error={null}
      printed={{ outcome: "print_failed", path: null, pages: 0, detail: RAW }}
    />,
  ],
  ["what a database said of its damage", <ReportDetails key="r" report={report} />],
  [
    "why a backup failed",
    <BackupKeeping key="b" missing={undefined} />,
    { "backup.status": () => backup, "ownerPolicy.get": () => ({ state: "none", path: "/policy.json" }) },
  ],
  ["why a new version was not installed", <UpdatesState key="u" status={updates} />],
  [
    "why a file was not imported",
    <ImportFailure key="i" error={{ code: "file_unreadable", message: RAW, details: {} }} />,
  ],
];

describe("the fold of details for support", () => {
  it.each(CASES)("holds %s", async (_what, part, answers = {}) => {
    await draw(part, { language: "ar", answers });
    await isFolded();
  });

  it("holds why a kept file was not opened", async () => {
    const file = { sha256: "0".repeat(64), name: "a.pdf", bytes: 4 };
    const { user } = await draw(<KeptFileLine file={file} present testId="kept" />, {
      language: "ar",
      answers: { "attachment.open": () => ({ outcome: "failed", detail: RAW }) },
    });
    await user.click(await screen.findByTestId("kept-open"));
    expect(await isFolded()).toContain(ar.components.file.outcome.failed);
  });

  it("holds what the engine said when it can't work, and its code is said in words with what to do", async () => {
    const { tell } = await draw(<EngineNotice />, { language: "ar" });
    const error = { code: "newer_database", message: RAW, details: {} } as const;
    act(() => tell({ event: "engine.stopped", payload: { error, restarting: true } }));
    const sentence = await isFolded();
    expect(sentence).toContain(ar.errors.code.newer_database.what);
    expect(sentence).toContain(ar.errors.code.newer_database.todo);
  });

  it("an engine that ended without a reason is described in one sentence", async () => {
    const { tell } = await draw(<EngineNotice />, { language: "ar" });
    act(() => tell({ event: "engine.stopped", payload: sampleOf("engine.stopped").payload }));
    expect(await isFolded("It ended with code 1.")).toBe(ar.nav.engineDown);
  });
});
