import { useChannel } from "../../queries.ts";
import { type RestoreItem, subjectOf } from "./restore-plan.ts";

const UNSETTLED = ["pending", "in_flight", "retry_wait", "outcome_unknown"] as const;
const LIMIT = 1000;

/** How many of the chosen records have a restore on its way already, among the newest unsettled entries. */
export function useUnderWay(chosen: readonly RestoreItem[]): number {
  const open = useChannel("outbox.list", { states: [...UNSETTLED], limit: LIMIT }).data?.entries ?? [];
  const asked = new Set(open.map(({ kind, subject }) => `${kind} ${subject}`));
  return chosen.filter((item) => asked.has(subjectOf(item))).length;
}
