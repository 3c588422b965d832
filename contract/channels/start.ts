/** What a window shows before its engine answers: what the engine of before answered last, of books that are as they were. */
import { z } from "zod";
import { nothing } from "./common.ts";
import { connectionChannels, syncStatus } from "./connection.ts";
import { shell } from "./declare.ts";
import { mirrorChannels } from "./mirror.ts";
import { postingChannels } from "./posting.ts";

const entries = postingChannels["outbox.list"].output;

export const firstAnswers = z.object({
  connection: connectionChannels["connection.get"].output,
  status: syncStatus,
  /** Null without a connection. */
  books: z
    .object({
      summary: postingChannels["outbox.summary"].output,
      undecided: entries,
      newest: entries,
      drafts: postingChannels["draft.list"].output,
      counts: mirrorChannels["mirror.counts"].output,
    })
    .nullable(),
});
export type FirstAnswers = z.infer<typeof firstAnswers>;

export const startChannels = {
  /** Null where nothing was left that still holds, and once the program is loaded, whose engine answers itself. */
  "start.answers": shell.reads("nothing", nothing, z.object({ answers: firstAnswers.nullable() })),
  /** The window is painted with what it has: what would have held it up may begin. */
  "start.seen": shell.changes("nothing", nothing, nothing),
};
