/** The work in the shop folder: all of it is done on a thread, which may hang while the engine goes on. */
import { CountersideError } from "../../../../contract/error.ts";
import { messageOf } from "../../../lib/error-code.ts";
import { storageError } from "../../file/database/open-database.ts";
import { backupJobs } from "./backups/backup-jobs.ts";
import type { JobWorld } from "./job-world.ts";
import type { ListsAsked, ListsSeen } from "./lists/look.ts";
import { probe } from "./place/probe.ts";
import { statusJobs } from "./status/status-jobs.ts";
import { fenceJobs } from "./takeover/fence-jobs.ts";
import { handOverJobs } from "./takeover/hand-over-jobs.ts";

/** Input and output go to a thread and back: plain data. */
type Job<Input, Output> = (world: JobWorld, input: Input) => Promise<Output>;

export const JOBS = {
  probe: (world: JobWorld, _: null) => probe(world.place, world.uuid()),
  ...backupJobs,
  ...fenceJobs,
  ...handOverJobs,
  ...statusJobs,
  /** Loaded where it is first done: it brings the library that knows signatures. */
  lists: async (world: JobWorld, asked: ListsAsked): Promise<ListsSeen> =>
    (await import("./lists/look.ts")).look(world, asked),
} satisfies Record<string, Job<never, unknown>>;

export type JobName = keyof typeof JOBS;
export type JobInput<Name extends JobName> = Parameters<(typeof JOBS)[Name]>[1];
export type JobOutput<Name extends JobName> = Awaited<ReturnType<(typeof JOBS)[Name]>>;

/** Asks for a job: on the thread, or here. */
export type AskJob = <Name extends JobName>(name: Name, input: JobInput<Name>) => Promise<JobOutput<Name>>;

/** Throws CountersideError: what the own disk refused has a storage code, and only a bug is `internal`. */
export async function doJob(world: JobWorld, name: JobName, input: unknown): Promise<unknown> {
  const job: (world: JobWorld, input: never) => Promise<unknown> = JOBS[name];
  try {
    // The name was asked for together with its input (`AskJob`); the compiler can't follow it over a thread.
    return await job(world, input as never);
  } catch (error) {
    if (error instanceof CountersideError) throw error;
    throw (
      storageError(error, world.profile) ??
      new CountersideError("internal", { reason: "folder", said: messageOf(error) })
    );
  }
}
