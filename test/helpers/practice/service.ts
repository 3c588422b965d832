/** The practice service as tests need it: with faults, what it received, and a report of its books. */
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { OperationKind } from "../../../contract/operations.ts";
import type { Exchange } from "../../../main/practice/app.ts";
import type { PracticeDb } from "../../../main/practice/books/books.ts";
import type { OperationOutcome } from "../../../main/practice/operations.ts";
import {
  type PracticeOptions,
  type PracticeService,
  startPracticeService as startService,
} from "../../../main/practice/service.ts";
import { type BooksReport, reportBooks } from "./books-report.ts";

type When = "before_commit" | "after_commit";
export type Fault =
  /** Answers rightly, but `ms` late. */
  | { type: "delay"; when: When; ms: number }
  /** Ends the connection without an answer; `reset` with a TCP reset, else with a plain end. */
  | { type: "drop"; when: When; reset?: boolean };

/** Says which fault the n-th request since it was set meets, counted from 1; null for none. */
export type ChooseFault = (n: number) => Fault | null;

/** One attempt as the service saw it. `body` is the text exactly as it came. */
export interface ReceivedAttempt {
  operation: OperationKind;
  body: string;
  /** The status that was answered; null where the connection ended before that. */
  status: number | null;
  /** The number of the applied request whose answer this attempt got; null where nothing was applied. */
  appliedNo: number | null;
  /** The books did not change: it was answered as a repeat. */
  repeated: boolean;
}

export interface TestPracticeService extends PracticeService {
  /** Null makes everything go well again. */
  setFaults(choose: ChooseFault | null): void;
  books(): BooksReport;
  received(): readonly ReceivedAttempt[];
}

/**
 * A free port below those the system gives out (32768 and up on Linux, 49152 and up elsewhere): while a service is
 * down, no other test's server can be given its port and answer in its place.
 */
export async function reservedPort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer().listen(port, "127.0.0.1");
    const listening = await once(probe, "listening").then(
      () => true,
      () => false,
    );
    if (!listening) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
}

/** Starts it on loopback; rejects as the product's own does. */
export async function startPracticeService(options: PracticeOptions): Promise<TestPracticeService> {
  const received: ReceivedAttempt[] = [];
  let choose: ChooseFault | null = null;
  let arrivals = 0;
  let books: PracticeDb | null = null;

  const noted = (exchange: Exchange): Exchange => {
    const { operation, body } = exchange;
    const attempt: ReceivedAttempt = { operation, body, status: null, appliedNo: null, repeated: false };
    received.push(attempt);
    const apply = (): OperationOutcome => {
      const outcome = exchange.apply();
      const { appliedNo = null, repeated = false } = outcome.applied ?? {};
      Object.assign(attempt, { status: outcome.answer.status, appliedNo, repeated });
      return outcome;
    };
    return { ...exchange, apply };
  };
  const service = await startService({
    ...options,
    around: (own, db) => {
      books = db;
      return async (arrived) => {
        const exchange = noted(arrived);
        arrivals += 1;
        const fault = choose?.(arrivals) ?? null;
        if (fault === null) return own(exchange);
        const { apply, send, cut, down } = exchange;
        if (fault.type === "drop") {
          if (fault.when === "after_commit") apply();
          return cut(fault.reset);
        }
        // False where the listener went down meanwhile, and the connection with it.
        const waited = () => wait(fault.ms, true, { signal: down }).catch(() => false);
        if (fault.when === "before_commit" && !(await waited())) return;
        const { answer } = apply();
        if (fault.when === "after_commit" && !(await waited())) return;
        send(answer);
      };
    },
  });
  return Object.assign(service, {
    setFaults: (wanted: ChooseFault | null) => {
      choose = wanted;
      arrivals = 0;
    },
    books: () => {
      if (books === null) throw new Error("the service has started");
      return reportBooks(books);
    },
    received: () => received,
  });
}
