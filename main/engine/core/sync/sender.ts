/** Sends what was claimed, each over an open lane, and names the outcome. */

import { OPERATIONS } from "../../../../contract/operations.ts";
import { saying } from "../../../../contract/reasons/entry-problem.ts";
import type { OpenFile } from "../context.ts";
import type { AnswerNotes } from "../outbox/answer-notes.ts";
import type { EntryRow } from "../outbox/entry-rows.ts";
import type { UnsentClaims } from "../outbox/unsent-claims.ts";
import type { RemoteClient, RemoteResult } from "../remote/client.ts";
import type { Lanes } from "../remote/lanes.ts";
import { type Answered, nameOf } from "./commit-batch.ts";
import type { LinkMonitor } from "./link-monitor.ts";
import { type Claim, judge, type Settle } from "./settle.ts";

// What the loop works with, and whom it tells.

/** What is reported of an entry that changed. */
export type ChangedEntry = Pick<EntryRow, "entry_id" | "state" | "serial_no">;

export interface LoopParts {
  remote: RemoteClient;
  lanes: Pick<Lanes, "idle" | "opening" | "open">;
  /** How many may be under way at a time. */
  parallel: number;
  unsent: Pick<UnsentClaims, "note" | "clear">;
  /** Which large answers are being read. */
  reading: Pick<AnswerNotes, "begin" | "end">;
  settle: Settle;
  /** Whether the owner counts any 2xx as confirmed. */
  confirmAny: () => boolean;
  /** Called when claims are on disk, before any of them is sent. */
  claimed: () => void;
  entryChanged: (entry: ChangedEntry) => void;
  statusChanged: () => void;
  mirrorChanged: (serialNo: string | null) => void;
}

interface Sent {
  /** Called before an answer is learned from. */
  mindClock: (now: number) => void;
  /** The service refused this token. */
  tokenRefused: (token: string) => void;
  came: (answered: Answered) => void;
}

export function createSender(
  { clock, log }: Pick<OpenFile, "clock" | "log">,
  { remote, reading, unsent, confirmAny, claimed: onDisk }: LoopParts,
  link: Pick<LinkMonitor, "sending" | "learn">,
  sent: Sent,
) {
  /** Claimed and not settled yet, be it for want of an answer or for want of a disk. */
  const underWay = new Set<number>();
  let onTheWire = 0;

  const send = (claimed: Claim, bearer: string): void => {
    const endpoint = OPERATIONS[claimed.entry.kind];
    const startedAt = clock.now();
    const before = link.sending();
    underWay.add(claimed.entry.sequence);
    onTheWire += 1;
    remote
      .send({
        method: endpoint.method,
        path: endpoint.path,
        body: claimed.entry.request_body,
        token: bearer,
        readsLargeAnswer: () => reading.begin(nameOf(claimed)),
      })
      .catch(
        (error: unknown): RemoteResult => ({
          kind: "answer_lost",
          problem: saying("other", String(error)),
          status: null,
          body: null,
        }),
      )
      .then((result) => {
        onTheWire -= 1;
        const judged = judge(claimed.entry, result, confirmAny);
        const { entry } = claimed;
        sent.mindClock(clock.now());
        const outcome = link.learn({ entry, result, outcome: judged.outcome, before, startedAt });
        if (result.kind === "answer" && result.status === 401) sent.tokenRefused(bearer);
        sent.came({ claimed, result, judged: { ...judged, outcome }, triesAtEnd: 0 });
      });
  };

  /** Claimed on the disk and not to be sent: it goes on as what no connection took. */
  const putBack = (claimed: Claim, error: unknown): void => {
    const result: RemoteResult = { kind: "no_connection", problem: saying("other", String(error)) };
    underWay.add(claimed.entry.sequence);
    sent.came({ claimed, result, judged: judge(claimed.entry, result, confirmAny), triesAtEnd: 0 });
  };

  /** From here on a kill may leave claims of which something was sent. Null, or why nothing may be. */
  const ready = (): unknown => {
    try {
      onDisk();
      unsent.clear();
      return null;
    } catch (error) {
      log.error("what was claimed can't be sent; trying again", { error });
      return error;
    }
  };

  return {
    underWay: (): number => underWay.size,
    onTheWire: (): number => onTheWire,
    /** Sends these claims, which are on the disk, with this token. */
    send(claims: readonly Claim[], bearer: string): void {
      const refused = claims.length > 0 ? ready() : null;
      for (const claimed of claims) {
        if (refused === null) send(claimed, bearer);
        else putBack(claimed, refused);
      }
    },
    /** Its result is on the disk, or is given up. */
    done: ({ entry }: Claim): void => void underWay.delete(entry.sequence),
  };
}
