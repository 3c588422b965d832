/** What the loop works with, and whom it tells. */
import type { AnswerNotes } from "../outbox/answer-notes.ts";
import type { EntryRow } from "../outbox/entry-rows.ts";
import type { UnsentClaims } from "../outbox/unsent-claims.ts";
import type { RemoteClient } from "../remote/client.ts";
import type { Lanes } from "../remote/lanes.ts";
import type { Settle } from "./settle.ts";

/** What is told of an entry that changed. */
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
