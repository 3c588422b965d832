import { useRef, useState } from "react";
import { type Attached, MOST_FILES_AT_ONCE } from "../../../contract/channels/attachments.ts";
import type { KeptFile } from "../../../contract/kept-file.ts";
import { invoke } from "../../client/api.ts";
import { type ReferenceRow, withFiles } from "./reference-rows.ts";
import { type Dropped, leftOut, sendDropped } from "./send-dropped.ts";

export type Refused = Extract<Attached, { outcome: "refused" }>;

/** Attaching: by the system's dialog or by dropping, one at a time. `attached` is called with the first new row's place. */
export function useAttach(
  rows: readonly ReferenceRow[],
  onChange: (rows: ReferenceRow[]) => void,
  attached: (row: number) => void,
) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [error, setError] = useState<unknown>(null);
  const running = useRef(false);
  // What was typed while a large file came in is not lost by its coming.
  const latest = useRef({ rows, onChange });
  latest.current = { rows, onChange };

  const run = async (work: () => Promise<Attached[]>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setRefused([]);
    setError(null);
    try {
      const results = await work();
      setRefused(results.filter((result) => result.outcome === "refused"));
      const files: KeptFile[] = results.flatMap((result) => (result.outcome === "kept" ? [result.file] : []));
      if (files.length > 0) {
        const before = latest.current.rows;
        const after = withFiles(before, files, () => crypto.randomUUID());
        latest.current.onChange(after);
        attached(after.findIndex((row) => row.file !== null && !before.includes(row)));
      }
    } catch (failure) {
      setError(failure);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return {
    busy,
    refused,
    error,
    choose: () => run(async () => (await invoke("attachment.choose", {})).attached),
    drop: (dropped: readonly Dropped[]) =>
      run(async () => {
        const results: Attached[] = [];
        for (const one of dropped.slice(0, MOST_FILES_AT_ONCE)) results.push(await sendDropped(one));
        return [...results, ...dropped.slice(MOST_FILES_AT_ONCE).map(leftOut)];
      }),
  };
}
