/** What waits to be drawn by a print page, by the id its window was given. */
import { randomUUID } from "node:crypto";
import type { PrintContent } from "../../../contract/channels/printing.ts";
import type { ParsedInput } from "../../../contract/channels.ts";
import { CountersideError } from "../../../contract/reply.ts";

export type Drawn = ParsedInput<"print.drawn">;

interface PrintJob {
  readonly jobId: string;
  /** What the page said when it was done. */
  readonly drawn: Promise<Drawn>;
}

interface Held {
  content: PrintContent;
  settle: (drawn: Drawn) => void;
}

export interface PrintJobs {
  open(content: PrintContent): PrintJob;
  /** Throws `not_found` for an id that no open job has. */
  content(jobId: string): PrintContent;
  /** The page's word; the first one counts. */
  drawn(drawn: Drawn): void;
  close(job: PrintJob): void;
}

/** Makes the register of jobs. */
export function createPrintJobs(): PrintJobs {
  const held = new Map<string, Held>();
  const find = (jobId: string): Held => {
    const job = held.get(jobId);
    if (job === undefined) throw new CountersideError("not_found", "There is no such print.", { jobId });
    return job;
  };
  return {
    open: (content) => {
      const jobId = randomUUID();
      let settle: Held["settle"] = () => undefined;
      const drawn = new Promise<Drawn>((resolve) => {
        settle = resolve;
      });
      held.set(jobId, { content, settle });
      return { jobId, drawn };
    },
    content: (jobId) => find(jobId).content,
    drawn: (drawn) => find(drawn.jobId).settle(drawn),
    close: ({ jobId }) => {
      held.delete(jobId);
    },
  };
}
