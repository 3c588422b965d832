/** What the owner's policy decides, for every screen that would let a person choose it. */
import type { Policy } from "../../contract/channels/policy.ts";
import { useChannel } from "./queries.ts";

export interface OwnerPolicy {
  /** The fields that are decided; none before the program answered. */
  fixed: Partial<Policy>;
  /** There is a policy that can't be used: what it may decide stays as it is. */
  blind: boolean;
}

/** The owner's policy, as it was read when the program started. */
export function useOwnerPolicy(): OwnerPolicy {
  const state = useChannel("ownerPolicy.get", {}).data;
  return {
    fixed: state?.state === "holds" ? state.policy : {},
    blind: state?.state === "unusable",
  };
}
