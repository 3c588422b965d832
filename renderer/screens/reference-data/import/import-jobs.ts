/** The imports of this run. They go on while other screens are shown, and their results stay. */
import { notifications } from "@mantine/notifications";
import type { TFunction } from "i18next";
import { create } from "zustand";
import type { List } from "../../../../contract/lists.ts";
import type { ReplyError } from "../../../../contract/reply.ts";
import { replyErrorOf } from "../../../client/api.ts";
import { isolated } from "../../../i18n/format.ts";
import { useReferenceData } from "../reference-data-state.ts";
import { type ImportResult, runImport } from "./import-turns.ts";
import type { Reading } from "./preview/previewed-file.ts";

export type JobStep =
  | { step: "running"; turn: number }
  | { step: "done"; result: ImportResult }
  | { step: "failed"; error: ReplyError };

/** What was asked for: enough to read the file in the same way again. */
export interface ImportedFile {
  kind: List;
  path: string;
  reading: Reading;
}

export type ImportJob = { id: number } & ImportedFile & JobStep;

interface Imports {
  /** Newest first. */
  jobs: ImportJob[];
}

export const useImports = create<Imports>(() => ({ jobs: [] }));

/** Stopped by a person, or with the connection. */
export const isStopped = (job: JobStep): boolean => job.step === "failed" && job.error.code === "cancelled";

/** The last part of a path, of any system. */
export const fileNameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

/** The name under which a file's rejected rows are offered to be saved. */
export function rejectedNameOf(path: string): string {
  const bare = fileNameOf(path).replace(/(?<=.)\.[^.]*$/, "");
  return `${bare.replace(/\p{Cc}/gu, "").slice(0, 150)}-rejected.csv`;
}

/** Anyone who looks at the panel sees the result there; anyone else is notified. */
const isWatched = (): boolean =>
  useReferenceData.getState().importOpen && window.location.hash.startsWith("#/reference-data");

function tell(message: string): void {
  if (!isWatched()) notifications.show({ message });
}

function settle(id: number, step: JobStep): void {
  useImports.setState(({ jobs }) => ({
    jobs: jobs.map((job) => {
      const { kind, path, reading } = job;
      return job.id === id ? { id, kind, path, reading, ...step } : job;
    }),
  }));
}

/** Takes a file in. The engine takes one at a time; the others wait for their turn. */
export async function startImport(imported: ImportedFile, t: TFunction): Promise<void> {
  const { kind, path, reading } = imported;
  const { turn, result } = runImport({ kind, path, ...reading });
  const id = turn;
  useImports.setState(({ jobs }) => ({ jobs: [{ id, ...imported, step: "running", turn }, ...jobs] }));
  const file = isolated(fileNameOf(path));
  try {
    const done = await result;
    settle(id, { step: "done", result: done });
    const { rejectedCount: count } = done;
    tell(
      count > 0
        ? t("referenceData.job.doneWithRejected", { file, count })
        : t("referenceData.job.done", { file }),
    );
  } catch (error) {
    const failed: JobStep = { step: "failed", error: replyErrorOf(error) };
    settle(id, failed);
    tell(t(isStopped(failed) ? "referenceData.job.stopped" : "referenceData.job.failed", { file }));
  }
}

/** Takes the finished ones off the list. */
export function forgetFinished(): void {
  useImports.setState(({ jobs }) => ({ jobs: jobs.filter(({ step }) => step === "running") }));
}
