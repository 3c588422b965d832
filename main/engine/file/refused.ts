/** Books that this version can't open: a newer version changed them, or they could not be brought up to date. */
import type { ChannelOutput } from "../../../contract/channels.ts";
import { CountersideError } from "../../../contract/reply.ts";
import type { ConnectionRow, FileContext } from "../core/context.ts";
import { offerDowngrade } from "./open-file.ts";

export interface Refused {
  row: ConnectionRow;
  code: "newer_database" | "migration_failed";
  error: CountersideError;
}

/** Null where it is another failure, which no choice of a person's mends. */
export function refusedBy(error: unknown, row: ConnectionRow): Refused | null {
  if (!(error instanceof CountersideError)) return null;
  const { code } = error;
  return code === "newer_database" || code === "migration_failed" ? { row, code, error } : null;
}

/** The answer of `recovery.refusal`. */
export function describeRefusal(
  { row, code, error }: Refused,
  file: FileContext,
): ChannelOutput<"recovery.refusal"> {
  const { backup } = error.details;
  return {
    code,
    message: error.message,
    file: row.file,
    backup: typeof backup === "string" ? backup : null,
    downgrade: code === "newer_database" ? offerDowngrade(file) : null,
  };
}
