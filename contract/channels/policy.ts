/** What the owner's policy file fixes, for the screens that show it. The page can read it and never change it. */
import { z } from "zod";
import { FIELD_REASONS } from "../codes.ts";
import { POLICY_REFUSALS, policy } from "../policy.ts";
import { nothing } from "./common.ts";
import { shell } from "./declare.ts";

const fieldIssue = z.object({
  field: z.string(),
  reason: z.enum(FIELD_REASONS),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});

const policyState = z.discriminatedUnion("state", [
  z.object({ state: z.literal("none"), path: z.string() }),
  z.object({ state: z.literal("holds"), path: z.string(), policy }),
  z.object({
    state: z.literal("unusable"),
    path: z.string(),
    why: z.enum(POLICY_REFUSALS),
    issues: z.array(fieldIssue),
  }),
]);

export const policyChannels = {
  /** As it was read at this start. */
  "ownerPolicy.get": shell.reads(nothing, policyState),
};
