/** The states of one trace of the model, read from Quint's Informal Trace Format. */
import { z } from "zod";

const int = z.object({ "#bigint": z.string() }).transform((value) => Number(value["#bigint"]));
const entry = z.object({
  state: z.string(),
  seq: int,
  byConsent: z.boolean(),
  held: z.boolean(),
  doubt: z.boolean(),
  noEvidence: z.boolean(),
});
const entries = z.object({ "#map": z.array(z.tuple([int, entry])) }).transform((map) => new Map(map["#map"]));
const counts = z.object({ "#map": z.array(z.tuple([int, int])) }).transform((map) => new Map(map["#map"]));
const state = z.object({
  file: entries,
  flags: z.object({
    consent: z.boolean(),
    confirmAny: z.boolean(),
    paused: z.boolean(),
    undecided: z.boolean(),
  }),
  life: z.object({
    on: z.boolean(),
    signIn: z.boolean(),
    request: int,
    sent: z.boolean(),
    note: z.boolean(),
  }),
  world: z.object({ books: counts }),
  last: z.object({ name: z.string(), entry: int, other: int }),
});
const trace = z.object({ states: z.array(state) });

export type ModelEntry = z.output<typeof entry>;
export type ModelState = z.output<typeof state>;
export type Trace = readonly ModelState[];

/** Throws where the text is no trace of the outbox's model. */
export const traceOf = (text: string): Trace => trace.parse(JSON.parse(text)).states;
