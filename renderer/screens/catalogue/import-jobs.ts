/** The imports of this run. They go on while other screens are shown, and their results stay. */
import { notifications } from "@mantine/notifications";
import type { TFunction } from "i18next";
import { create } from "zustand";
import type { ReferenceKind } from "../../../contract/channels/mirror.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";
import type { ReplyError } from "../../../contract/reply.ts";
import { invoke, replyErrorOf } from "../../api.ts";
import { useCatalogue } from "./catalogue-state.ts";

export type ImportResult = ChannelOutput<"referenceData.import">;

export type ImportStep =
  | { step: "running" }
  | { step: "done"; result: ImportResult }
  | { step: "failed"; error: ReplyError };

export type ImportJob = { id: number; kind: ReferenceKind; path: string } & ImportStep;

interface Imports {
  /** Newest first. */
  jobs: ImportJob[];
}

export const useImports = create<Imports>(() => ({ jobs: [] }));

/** The last part of a path, of any system. */
export const fileNameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

const isolated = (text: string): string => `\u2068${text}\u2069`;

/** Whoever looks at the panel sees the result there; anyone else is told. */
const isWatched = (): boolean =>
  useCatalogue.getState().importOpen && window.location.hash.startsWith("#/catalogue");

function tell(message: string): void {
  if (!isWatched()) notifications.show({ message });
}

function settle(id: number, step: ImportStep): void {
  useImports.setState(({ jobs }) => ({
    jobs: jobs.map((job) => (job.id === id ? { id, kind: job.kind, path: job.path, ...step } : job)),
  }));
}

/** Takes a file in. The engine takes one at a time; the others wait for their turn. */
export async function importFile(kind: ReferenceKind, path: string, t: TFunction): Promise<void> {
  const id = (useImports.getState().jobs[0]?.id ?? 0) + 1;
  useImports.setState(({ jobs }) => ({ jobs: [{ id, kind, path, step: "running" }, ...jobs] }));
  const file = isolated(fileNameOf(path));
  try {
    const result = await invoke("referenceData.import", { kind, path });
    settle(id, { step: "done", result });
    const { rejectedCount: count } = result;
    tell(
      count > 0 ? t("catalogue.job.doneWithRejected", { file, count }) : t("catalogue.job.done", { file }),
    );
  } catch (error) {
    settle(id, { step: "failed", error: replyErrorOf(error) });
    tell(t("catalogue.job.failed", { file }));
  }
}

/** The job that the engine works on: the one that began first of those that run. */
export function currentJob(jobs: readonly ImportJob[]): ImportJob | undefined {
  return jobs.findLast(({ step }) => step === "running");
}

/** Takes the finished ones off the list. */
export function forgetFinished(): void {
  useImports.setState(({ jobs }) => ({ jobs: jobs.filter(({ step }) => step === "running") }));
}
