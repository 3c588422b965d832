/** What the person who works may do, for every screen that offers it. The engine decides again and is the one that counts. */
import { type Allowance, allowanceOf, type NeededRight, type Standing } from "../../contract/rights.ts";
import { useChannel } from "./queries.ts";

const FREE: Standing = { state: "free" };

/** Who works here; as where nobody is a person until it is known. */
export const useStanding = (): Standing => useChannel("people.status", {}).data?.standing ?? FREE;

/** What is said of all that is asked together: what may never be done counts before what needs approval. Pure. */
export function allowanceIn(who: Standing, asked: readonly NeededRight[]): Allowance {
  if (who.state !== "working") return "allowed";
  const of = asked.map((ask) => allowanceOf(who.may, ask));
  return of.find((one) => one === "never") ?? of.find((one) => one === "approval") ?? "allowed";
}

/** Whether the person may do what needs these rights. Without people, and where a PIN guards it, they may. */
export const useMay = (...asked: readonly NeededRight[]): Allowance => allowanceIn(useStanding(), asked);
