/** A refusal as it is answered by another process. */
import type { ErrorCode } from "../../contract/codes.ts";
import { type CountersideError, receivedError } from "../../contract/error.ts";

export const refused = (code: ErrorCode, details: Record<string, unknown> = {}): CountersideError =>
  receivedError({ code, message: code, details });
