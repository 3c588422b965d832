/** Why an update was not taken, as an error that knows its name. */
import type { UpdateProblem } from "../../../contract/channels/updates.ts";
import { errorCode } from "../../lib/error-code.ts";

export class UpdateFailure extends Error {
  readonly problem: UpdateProblem;
  constructor(problem: UpdateProblem, detail: string) {
    super(detail);
    this.name = "UpdateFailure";
    this.problem = problem;
  }
}

/** Names what was thrown while a file was written. Pure. */
export function writeFailure(error: unknown): UpdateFailure {
  if (error instanceof UpdateFailure) return error;
  const detail = error instanceof Error ? error.message : String(error);
  const code = errorCode(error);
  if (code === "ENOSPC" || code === "EDQUOT") return new UpdateFailure("disk_full", detail);
  if (["EACCES", "EPERM", "EROFS", "ETXTBSY"].includes(code)) return new UpdateFailure("read_only", detail);
  return new UpdateFailure("other", detail);
}
