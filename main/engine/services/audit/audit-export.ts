/** Writes the record of who did what into a file, page by page, with everything that is needed to verify it. */

import { constants } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import type { ChainProblem } from "../../../../contract/channels/audit.ts";
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import { CountersideError } from "../../../../contract/reply.ts";
import { errorCode } from "../../../lib/error-code.ts";
import { writeWhole } from "../../../lib/whole-file.ts";
import type { Emit } from "../../ports.ts";
import { createSerialQueue } from "../../serial-queue.ts";
import { AUDIT_START, type AuditLink } from "../../store/audit/audit.ts";
import { createAuditReads } from "../../store/audit/audit-reads.ts";
import { type Db, storageError } from "../../store/file/open-database.ts";
import type { RecordAct } from "../reference-data.ts";
import { AUDIT_FORMATS, type AuditFormat } from "./audit-file.ts";
import { isNextLink } from "./audit-list.ts";

/** Rows read and written before others have their turn. */
const PAGE_ROWS = 1_000;

interface AuditExportDeps {
  db: Db;
  emit: Emit;
  record: RecordAct;
  /** What is wrong with the chain, looked at now. */
  problem: () => Promise<ChainProblem | null>;
}

const refusal = (path: string, reason: string, words: string): CountersideError =>
  new CountersideError("file_invalid", `The activity can't be written there: ${words}: ${path}`, {
    path,
    reason,
  });

async function startsWith(path: string, mark: string): Promise<boolean> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const wanted = Buffer.from(mark);
    const { bytesRead, buffer } = await file.read(Buffer.alloc(wanted.length), 0, wanted.length, 0);
    return buffer.subarray(0, bytesRead).equals(wanted);
  } finally {
    await file.close();
  }
}

/** Throws `file_invalid` for the folder of the files in use, and for anything that stands there and is no earlier export. */
async function settleTarget(path: string, mark: string, liveFolder: string): Promise<string> {
  if (path.includes("\0")) throw refusal(path, "invalid", "the name holds a zero byte");
  try {
    const wanted = resolve(path);
    const folder = await realpath(dirname(wanted));
    const live = await realpath(liveFolder);
    if (folder === live || folder.startsWith(live + sep))
      throw refusal(wanted, "live_folder", "the folder is for the files in use");
    const target = join(folder, basename(wanted));
    const existing = await lstat(target).catch((error: unknown) => {
      if (errorCode(error) === "ENOENT") return null;
      throw error;
    });
    if (existing !== null && (!existing.isFile() || !(await startsWith(target, mark))))
      throw refusal(
        target,
        "not_an_export",
        "something stands there that is no earlier export of the activity",
      );
    return target;
  } catch (error) {
    if (error instanceof CountersideError) throw error;
    const code = errorCode(error);
    const words = code === "ENOENT" || code === "ENOTDIR" ? "there is no such folder" : String(error);
    throw refusal(path, code, words);
  }
}

export function createAuditExportService({ db, emit, record, problem }: AuditExportDeps) {
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

  const exportNow = async ({
    path,
    format,
  }: ParsedInput<"audit.export">): Promise<ChannelOutput<"audit.export">> => {
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
      record("audit.exported", basename(target), { entries: total, lastHash: written.lastHash });
      return { path: target, entries: total, ...written };
    } catch (error) {
      throw storageError(error, target) ?? error;
    }
  };

  return {
    /** Throws `file_invalid` for an unfit path, or a storage code; then no file is left behind. */
    export(input: ParsedInput<"audit.export">): Promise<ChannelOutput<"audit.export">> {
      return queue.runExclusive(() => exportNow(input));
    },
    async close(): Promise<void> {
      isClosed = true;
      await queue.ended();
    },
  };
}
