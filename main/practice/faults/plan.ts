/** What can go wrong on purpose, and when. A plan is data: the same plan and seed do the same again. */
import { z } from "zod";
import { OPERATION_KINDS } from "../../../contract/operations.ts";

/** Longest wait that a plan may ask for: ten minutes. */
const milliseconds = z.number().int().min(0).max(600_000);
/** Whether the books are written before it goes wrong. */
const when = z.enum(["before_commit", "after_commit"]);

export const fault = z.discriminatedUnion("type", [
  /** Answers rightly, but late. */
  z.strictObject({ type: z.literal("delay"), ms: milliseconds, when: when.default("before_commit") }),
  /** Ends the connection without an answer; `reset` with a TCP reset, else with a plain end. */
  z.strictObject({ type: z.literal("drop"), when, reset: z.boolean().default(false) }),
  /** Answers this instead; `commit` writes the books first. */
  z.strictObject({
    type: z.literal("answer"),
    status: z.number().int().min(200).max(599),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.string().default(""),
    commit: z.boolean().default(false),
  }),
  /** The right answer, cut off inside the JSON, with a content-length that fits the cut. */
  z.strictObject({ type: z.literal("brokenJson") }),
  /** A content-length for the whole answer, half of it, and then the connection ends. */
  z.strictObject({ type: z.literal("halfBody") }),
  /** The right answer in pieces, spread over `ms`. */
  z.strictObject({
    type: z.literal("slowBody"),
    ms: milliseconds,
    pieces: z.number().int().min(2).max(1000).default(10),
  }),
  /** The right answer, and spaces after it up to so many bytes: 17 MB is more than a counter reads. */
  z.strictObject({
    type: z.literal("largeBody"),
    bytes: z.number().int().min(1).max(64_000_000).default(17_000_000),
  }),
]);
export type Fault = z.output<typeof fault>;

const rule = z.strictObject({
  match: z
    .strictObject({
      operation: z.enum(OPERATION_KINDS).optional(),
      serialNo: z.string().optional(),
      /** Begins with the nth request that matches, counted from 1 since the plan was set. */
      nth: z.number().int().min(1).optional(),
      /** How many requests it hits from there on; 1 where only `nth` is given, else every one. */
      times: z.number().int().min(1).optional(),
    })
    .default({}),
  fault,
});
export type Rule = z.output<typeof rule>;

export const faultPlan = z.strictObject({
  /** The first rule that hits decides; all of them count. */
  rules: z.array(rule).default([]),
  /** Where no rule hits: chances that add up to at most 1; the rest goes well. */
  mix: z
    .strictObject({
      /** The service's own seed where missing. */
      seed: z.number().int().optional(),
      /** What a draw hangs on: the order of arrival, or the body and how often it came (any interleaving). */
      draw: z.enum(["arrival", "body"]).default("arrival"),
      operations: z.array(z.enum(OPERATION_KINDS)).optional(),
      chances: z
        .array(z.strictObject({ probability: z.number().min(0).max(1), fault }))
        .refine((chances) => chances.reduce((sum, { probability }) => sum + probability, 0) <= 1 + 1e-9, {
          message: "the probabilities add up to more than 1",
        }),
    })
    .nullable()
    .default(null),
});
export type FaultPlan = z.output<typeof faultPlan>;
/** As a plan is written: what has a default may be left out. */
export type FaultPlanInput = z.input<typeof faultPlan>;
