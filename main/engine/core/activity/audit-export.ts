/** Writes the record of who did what into a file, page by page, with everything that is needed to verify it. */

import { type FileHandle, open } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Call } from "../../../../contract/call.ts";
import type { ChainProblem } from "../../../../contract/channels/audit.ts";
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import { CountersideError } from "../../../../contract/reply.ts";
import { createSerialQueue } from "../../../lib/serial-queue.ts";
import { writeWhole } from "../../../lib/whole-file.ts";
import { beginningOf, exportTarget } from "../../file/database/export-target.ts";
import { storageError } from "../../file/database/open-database.ts";
import type { OpenFile } from "../context.ts";
import { AUDIT_START, type AuditLink } from "./audit.ts";
import { AUDIT_FORMATS, type AuditFormat } from "./audit-file.ts";
import { isNextLink } from "./audit-list.ts";
import { createAuditReads } from "./audit-reads.ts";

/** Rows read and written before others have their turn. */
const PAGE_ROWS = 1_000;

const refusal = (path: string, reason: string, words: string): CountersideError =>
  new CountersideError("file_invalid", `The activity can't be written there: ${words}: ${path}`, {
    path,
    reason,
  });

/** Throws `file_invalid` for the folder of the files in use, and for anything that stands there and is no earlier export. */
const settleTarget = (path: string, mark: string, liveFolder: string): Promise<string> =>
  exportTarget({
    path,
    liveFolder,
    refuse: refusal,
    checkExisting: async (target, isFile) => {
      if (isFile && (await beginningOf(target, Buffer.byteLength(mark))) === mark) return;
      throw refusal(
        target,
        "not_an_export",
        "something stands there that is no earlier export of the activity",
      );
    },
  });

/** `problem` says what is wrong with the chain, looked at now. */
export function createAuditExportService(
  { db, emit, record }: Pick<OpenFile, "db" | "emit" | "record">,
  problem: () => Promise<ChainProblem | null>,
) {
  const reads = createAuditReads(db);
  let isClosed = false;
  const queue = createSerialQueue();

  /** Looks at the chain once more on the way: what was verified long ago may have been changed since. */
  const writeRows = async (file: FileHandle, format: AuditFormat, total: number) => {
    let end: AuditLink = { sequence: 0, hash: AUDIT_START };
    let holds = true;
    await file.writeFile(format.head);
    while (end.sequence < total) {
      if (isClosed)
        throw new CountersideError("cancelled", "The export was stopped: the connection was closed.");
      const rows = reads.after(end.sequence, Math.min(PAGE_ROWS, total - end.sequence));
      if (rows.length === 0) break;
      for (const row of rows) {
        holds &&= isNextLink(end, row);
        end = { sequence: row.sequence, hash: row.hash };
      }
      await file.writeFile(rows.map(format.row).join(""));
      emit({ event: "audit.exportProgressed", payload: { entries: end.sequence, total } });
    }
    return { lastHash: end.hash, holds };
  };

  const exportNow = async (
    call: Call,
    { path, format }: ParsedInput<"audit.export">,
  ): Promise<ChannelOutput<"audit.export">> => {
    const shape = AUDIT_FORMATS[format];
    const target = await settleTarget(path, shape.mark, dirname(db.name));
    const known = await problem();
    // What comes while it is written is for the next export.
    const total = reads.lastSequence();
    try {
      const written = await writeWhole(target, async (part) => {
        const file = await open(part, "wx", 0o600);
        try {
          const { lastHash, holds } = await writeRows(file, shape, total);
          const chainProblem = known ?? (holds ? null : ("changed" as const));
          return { lastHash, bytes: (await file.stat()).size, chainProblem };
        } finally {
          await file.close();
        }
      });
      record(call, "audit.exported", basename(target), { entries: total, lastHash: written.lastHash });
      return { path: target, entries: total, ...written };
    } catch (error) {
      throw storageError(error, target) ?? error;
    }
  };

  return {
    /** Throws `file_invalid` for an unfit path, or a storage code; then no file is left behind. */
    export(call: Call, input: ParsedInput<"audit.export">): Promise<ChannelOutput<"audit.export">> {
      return queue.runExclusive(() => exportNow(call, input));
    },
    async close(): Promise<void> {
      isClosed = true;
      await queue.ended();
    },
  };
}
