/** What the person who works may do, for every screen that offers it. The engine decides again and is the one that counts. */
import type { Allowance, Right, Standing } from "../../contract/rights.ts";
import { useChannel } from "./queries.ts";

const FREE: Standing = { state: "free" };

/** Who works here; as where nobody is a person until it is known. */
export const useStanding = (): Standing => useChannel("people.status", {}).data?.standing ?? FREE;

/** What holds of all that is asked together: what may never be done counts before what needs approval. */
const strictest = (all: readonly Allowance[]): Allowance =>
  all.find((one) => one === "never") ?? all.find((one) => one === "approval") ?? "allowed";

/** What may be done that needs this right. Without people, and where a PIN guards it, everything. */
export const allowanceIn = (who: Standing, right: Right): Allowance =>
  who.state === "working" ? who.may.rights[right] : "allowed";

/** Whether the person who works may do what needs all of these rights. */
export function useMay(...rights: readonly Right[]): Allowance {
  const who = useStanding();
  return strictest(rights.map((right) => allowanceIn(who, right)));
}
