/** Why an entry is where it is, or what came of an attempt: a code of a closed list, with what it needs to be put in words. */
import { z } from "zod";
import { HELD_REASONS } from "../channels/recovery.ts";
import { NO_EVIDENCE } from "../service/evidence.ts";

/** What an error of the network is. */
export const NETWORK_PROBLEMS = [
  "closed",
  "refused",
  "name_not_found",
  "timed_out",
  "unreachable",
  "not_secure",
  /** What came is not HTTP, or contradicts itself. */
  "not_an_answer",
  "other",
] as const;
export type NetworkProblem = (typeof NETWORK_PROBLEMS)[number];

/** A packed answer that ends before its content does, that is broken, or that nobody here can unpack; one that is not kept. */
export const ANSWER_PROBLEMS = ["packing_cut", "packing_broken", "packing_unknown", "repeats_token"] as const;

/** What this program did itself. */
export const PROGRAM_PROBLEMS = [
  "stopped",
  "stopped_before_sending",
  "stopped_reading",
  "no_longer_resent",
] as const;

/** What of an answer of success is not as in the interface: a field, a letter, or all of it. */
export const ODDITIES = ["missing", "odd", "not_text", ...NO_EVIDENCE] as const;

const none = z.object({});
export const entryProblem = z.discriminatedUnion("code", [
  /** `said`: what the network or a library said of it, for support. */
  z.object({
    code: z.enum([...NETWORK_PROBLEMS, ...ANSWER_PROBLEMS]),
    params: z.object({ said: z.string() }),
  }),
  z.object({ code: z.enum(PROGRAM_PROBLEMS), params: none }),
  z.object({ code: z.enum(HELD_REASONS), params: none }),
  /** `words`: the service's own; empty where it gave none. */
  z.object({
    code: z.literal("answered"),
    params: z.object({ status: z.number(), words: z.string() }),
  }),
  z.object({ code: z.literal("no_evidence"), params: z.object({ reason: z.enum(NO_EVIDENCE) }) }),
  /** `path`: as in "0.TenantBalances.2.amount"; empty where the answer as a whole is meant. */
  z.object({
    code: z.literal("not_understood"),
    params: z.object({ path: z.string(), reason: z.enum(ODDITIES) }),
  }),
]);
export type EntryProblem = z.infer<typeof entryProblem>;
/** An attempt that brought no answer, or not all of one. */
export type AttemptProblem = Extract<EntryProblem, { params: { said: string } }>;

/** The problem, with what was said of it in one line. */
export const saying = (code: AttemptProblem["code"], said: string): AttemptProblem => ({
  code,
  params: { said: said.replace(/\s+/g, " ").trim() },
});

export type HeldReason = (typeof HELD_REASONS)[number];
/** Why it is a person's decision after a recovery or a loaded backup; null where something else was written down since. */
export const heldReasonOf = (problem: EntryProblem | null): HeldReason | null =>
  HELD_REASONS.find((reason) => reason === problem?.code) ?? null;
