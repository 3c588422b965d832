/** The work in the shop folder: all of it is done on a thread, which may hang while the engine goes on. */
import type { Log } from "../../../lib/log.ts";
import { probe } from "./place/probe.ts";
import type { ShopPlace } from "./place/shop-place.ts";

/** What a job is done with. */
export interface JobWorld {
  place: ShopPlace;
  /** The profile folder; what comes from the shop folder is kept in `shop-folder/` in it. */
  profile: string;
  log: Log;
  now(): number;
  uuid(): string;
}

/** Input and output go to a thread and back: plain data. */
type Job<Input, Output> = (world: JobWorld, input: Input) => Promise<Output>;

export const JOBS = {
  probe: (world: JobWorld, _: null) => probe(world.place, world.uuid()),
} satisfies Record<string, Job<never, unknown>>;

export type JobName = keyof typeof JOBS;
export type JobInput<Name extends JobName> = Parameters<(typeof JOBS)[Name]>[1];
export type JobOutput<Name extends JobName> = Awaited<ReturnType<(typeof JOBS)[Name]>>;

/** Asks for a job: on the thread, or here. */
export type AskJob = <Name extends JobName>(name: Name, input: JobInput<Name>) => Promise<JobOutput<Name>>;

export function doJob(world: JobWorld, name: JobName, input: unknown): Promise<unknown> {
  const job: (world: JobWorld, input: never) => Promise<unknown> = JOBS[name];
  // The name was asked for together with its input (`AskJob`); the compiler can't follow it over a thread.
  return job(world, input as never);
}
