import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ChannelInput } from "../../../contract/channels.ts";
import type { EventPayload } from "../../../contract/events.ts";
import { invoke, subscribe } from "../../client/api.ts";
import { dayOf } from "../../lib/today.ts";

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
