/** The jobs of lists. Their code, with the library that knows signatures, is loaded where the first of them is done. */
import type { JobWorld } from "../job-world.ts";
import type { ListsAsked, ListsSeen } from "./look.ts";

export const listJobs = {
  lists: async (world: JobWorld, asked: ListsAsked): Promise<ListsSeen> =>
    (await import("./look.ts")).look(world, asked),
};
