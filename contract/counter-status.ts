/**
 * What a counter says of itself: the status file in the shop folder, `--status`, and the figures for monitoring. It has
 * no names of persons and no amounts of single entries. The chain page, in a browser and in the program, reads it.
 */
import { z } from "zod";

const time = z.string();
const count = z.number().int().nonnegative();

export const COUNTER_STATUS_VERSION = 1;

export const counterStatus = z.object({
  version: z.literal(COUNTER_STATUS_VERSION),
  deviceId: z.string().max(100),
  /** As the shop calls it. */
  name: z.string().max(200),
  appVersion: z.string().max(50),
  writtenAt: time,
  /** How often it writes when all is well, in seconds: silent for three of them is an alarm. */
  everySeconds: z.number().positive(),
  state: z.string().max(50),
  counts: z.object({
    pending: count,
    in_flight: count,
    retry_wait: count,
    outcome_unknown: count,
    dead_letter: count,
  }),
  /** Of all unsent entries together, by currency. */
  unsentValue: z.record(z.string().max(10), z.string().max(60)),
  oldestUnsentAt: time.nullable(),
  lastConfirmedAt: time.nullable(),
  lists: z
    .array(z.object({ list: z.string().max(50), version: z.number().nullable(), takenAt: time.nullable() }))
    .max(50),
  backupAt: time.nullable(),
  clockDriftMs: z.number().nullable(),
  freeBytes: z.number().nullable(),
  people: count,
  /** Codes of what needs a person, worst first. */
  needs: z.array(z.string().max(50)).max(50),
});
export type CounterStatus = z.infer<typeof counterStatus>;
