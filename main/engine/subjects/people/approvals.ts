/** What waits to be approved by another person. In memory alone: the end of the program is the end of every approval. */
import { hash } from "node:crypto";
import type { ChannelName } from "../../../../contract/channels.ts";
import { CountersideError } from "../../../../contract/error.ts";
import type { PersonName, Right } from "../../../../contract/rights.ts";

/** An approval counts for so long, once. */
export const APPROVAL_MS = 5 * 60_000;
/** Nobody looks for an approver longer than that. */
const ASKED_MS = 30 * 60_000;
/** A page that asks again and again makes no more than these. */
const MOST_ASKED = 100;

export interface Approval {
  readonly approvalId: string;
  readonly channel: ChannelName;
  readonly input: unknown;
  readonly inputHash: string;
  readonly right: Right;
  readonly askedBy: PersonName;
  /** Milliseconds since 1970. */
  readonly at: number;
  until: number;
  approver: PersonName | null;
}

/** Two inputs are the same action where every byte of them is. */
const hashOf = (channel: string, input: unknown): string =>
  hash("sha256", `${channel}\n${JSON.stringify(input)}`);

/** All times but `at` are of the monotonic clock. */
export function createApprovals(monotonic: () => number, uuid: () => string) {
  const asked = new Map<string, Approval>();
  const found = (approvalId: string): Approval => {
    const one = asked.get(approvalId.toLowerCase());
    if (one === undefined || one.until <= monotonic())
      throw new CountersideError("not_found", { reason: "approval", field: "approvalId", approvalId });
    return one;
  };
  return {
    /** The id under which this person waits for an approval of this action. */
    ask(channel: ChannelName, input: unknown, right: Right, askedBy: PersonName, at: number): string {
      const now = monotonic();
      for (const [id, { until }] of asked) if (until <= now || asked.size >= MOST_ASKED) asked.delete(id);
      const approvalId = uuid();
      const inputHash = hashOf(channel, input);
      const until = now + ASKED_MS;
      asked.set(approvalId, {
        approvalId,
        channel,
        input,
        inputHash,
        right,
        askedBy,
        at,
        until,
        approver: null,
      });
      return approvalId;
    },
    /** Throws `not_found` for what nobody asks, or asked too long ago. */
    found,
    /** From now on it counts, for five minutes. */
    approve(approval: Approval, approver: PersonName): void {
      approval.approver = approver;
      approval.until = monotonic() + APPROVAL_MS;
    },
    /** The approver of this very action, once; null where it wasn't approved, or not for this person and these bytes. */
    use(approvalId: string, channel: ChannelName, input: unknown, askedBy: PersonName): PersonName | null {
      const one = asked.get(approvalId.toLowerCase());
      if (one === undefined || one.until <= monotonic() || one.approver === null) return null;
      if (one.askedBy.personId !== askedBy.personId || one.inputHash !== hashOf(channel, input)) return null;
      asked.delete(one.approvalId);
      return one.approver;
    },
  };
}
