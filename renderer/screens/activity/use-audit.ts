import { useMutation } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useEffect, useState } from "react";
import type { ChannelInput, ChannelOutput } from "../../../contract/channels.ts";
import type { EventPayload } from "../../../contract/events.ts";
import { REFERENCE_KINDS } from "../../../contract/lists.ts";
import { OPERATION_KINDS } from "../../../contract/operations.ts";
import { invoke, subscribe } from "../../client/api.ts";
import { channelKey, usePages } from "../../client/queries.ts";
import { dayOf } from "../../lib/time.ts";

export type AuditEntry = ChannelOutput<"audit.list">["entries"][number];

const PAGE = 200;

/** The record, newest first; the chain as the last reading found it. */
export function useAudit() {
  const { pages, error, fetching, readMore, retry } = usePages(channelKey("audit.list", { limit: PAGE }), {
    read: (beforeSequence: number | null) =>
      invoke("audit.list", { limit: PAGE, ...(beforeSequence === null ? {} : { beforeSequence }) }),
    next: ({ entries }) => (entries.length < PAGE ? null : (entries.at(-1)?.sequence ?? null)),
  });
  const check = useMutation({
    mutationFn: () => invoke("audit.list", { limit: 1, fromStart: true }),
    onSettled: () => retry(),
  });
  return {
    entries: pages?.flatMap(({ entries }) => entries) ?? [],
    /** What is wrong with the chain; undefined: not read yet. */
    problem:
      pages === undefined
        ? undefined
        : (pages.find(({ chainProblem }) => chainProblem !== null)?.chainProblem ?? null),
    error,
    checking: fetching || check.isPending,
    readMore,
    /** All of it, from the first entry on: who asks for it doesn't mean only what is new. */
    checkAgain: () => check.mutate(),
  };
}

type Format = ChannelInput<"audit.export">["format"];

/** "activity-2026-01-31.csv": sorts by day. */
const nameOf = (format: Format, now: number): string => `activity-${dayOf(now)}.${format}`;

/** Asks where to, then writes; null where the person cancelled. */
async function exportAs(format: Format) {
  const { path } = await invoke("file.choose", {
    purpose: "saveActivity",
    suggestedName: nameOf(format, Date.now()),
  });
  return path === null ? null : invoke("audit.export", { path, format });
}

/** The export under way, and how the last one ended. */
export function useAuditExport() {
  const [progress, setProgress] = useState<EventPayload<"audit.exportProgressed"> | null>(null);
  const run = useMutation({ mutationFn: exportAs, onSettled: () => setProgress(null) });
  useEffect(
    () =>
      subscribe((event) => {
        if (event.event === "audit.exportProgressed") setProgress(event.payload);
      }),
    [],
  );
  return {
    start: (format: Format) => {
      if (!run.isPending) run.mutate(format);
    },
    running: run.isPending,
    progress: run.isPending ? progress : null,
    made: run.data ?? null,
    error: run.error,
  };
}

// The audit's actions in words.

const KNOWN = [
  "purchaseReturn-posted",
  "taxVoucher-updated",
  "restore-requested",
  "entry-resent",
  "entry-discarded",
  "entry-corrected",
  "entry-markedRecorded",
  "policy-changed",
  "scanRules-changed",
  "returnWindow-changed",
  "barcode-linked",
  "barcode-unlinked",
  "connection-saved",
  "referenceData-imported",
  "backup-created",
  "backup-restored",
  "restored-decided",
  "storage-recovered",
  "audit-exported",
  "daySheet-made",
  "pin-set",
  "pin-changed",
  "pin-configured",
  "pin-removed",
  "pin-codeRenewed",
  "pin-reset",
  "pin-wrong",
  "pin-opened",
  "pin-locked",
  "person-saved",
  "person-signedIn",
  "person-signedOut",
  "person-wrongPin",
  "person-pinChanged",
  "person-pinReset",
  "people-configured",
  "people-codeRenewed",
  "approval-given",
  "approval-used",
  "draft-takenOver",
  "shopFolder-recipientChanged",
  "shopFolder-wentOn",
  "counter-takenOver",
  "takeover-claimed",
  "takeover-handedOver",
  "takeover-received",
] as const;

/**
 * What was done, as people read it: an entry that a corrected one replaced is recorded as discarded, with the
 * entry that took its place.
 */
export const shownAction = ({
  action,
  details,
}: {
  action: string;
  details: Record<string, unknown>;
}): string => (action === "entry.discarded" && typeof details.by === "string" ? "entry.corrected" : action);

/** An action such as "entry.resent" in words; one that a newer engine wrote is shown as it is spelled. */
export function actionWords(t: TFunction, action: string): string {
  const key = KNOWN.find((known) => known === action.replace(".", "-"));
  return key === undefined ? action : t(`activity.action.${key}`);
}

/**
 * What an action concerns: a kind of file or of restore in words, with the ids that follow it; anything else
 * (a serial number, an entry) as it is spelled.
 */
export function subjectWords(t: TFunction, subject: string): { words: string | null; ids: string } {
  const [first = "", ...rest] = subject.split(" ");
  const file = rest.length === 0 ? REFERENCE_KINDS.find((kind) => kind === first) : undefined;
  if (file !== undefined) return { words: t(`list.${file}`), ids: "" };
  const operation = rest.length > 0 ? OPERATION_KINDS.find((kind) => kind === first) : undefined;
  return operation === undefined
    ? { words: null, ids: subject }
    : { words: t(`operations.kind.${operation}`), ids: rest.join(" ") };
}
