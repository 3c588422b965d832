/** What is answered while a connection's file is not open: that it is busy, or why it was refused. */
import type { FileBusy } from "../../../contract/channels/connection.ts";
import { CountersideError } from "../../../contract/reply.ts";
import type { FileState } from "./file-owner.ts";
import type { Session } from "./session.ts";

type Busy = Extract<FileState, { kind: FileBusy["state"] }>;

/** What is known of sending while the file is away. */
export const busyDetails = (state: Busy): FileBusy => ({
  state: state.kind,
  ...state.known,
  cause: state.kind === "waiting" ? state.error.code : null,
});

/** Where the answer to "what is unsent" can't be given, what was known last goes with the refusal. */
function busy(state: Busy): CountersideError {
  const cause = state.kind === "waiting" ? state.error.message : "";
  const words = {
    opening: "The connection is being changed; nothing was recorded. Try again in a moment.",
    recovering:
      "The file was damaged and is being brought back at this moment; nothing was recorded. Try again in a moment.",
    waiting: `The file can't be opened at this moment; nothing was recorded. It is tried again by itself: ${cause}`,
  };
  return new CountersideError("storage_busy", words[state.kind], busyDetails(state));
}

/** The same of a file that this version can't open. */
const refusedNow = ({
  refused: { error },
  known,
}: Extract<FileState, { kind: "refused" }>): CountersideError =>
  new CountersideError(error.code, error.message, { ...error.details, ...known });

/** The open session, or null where there is no connection. Throws `storage_busy`, or why it couldn't be opened. */
export function sessionIn(state: FileState): Session | null {
  switch (state.kind) {
    case "closed":
      return null;
    case "open":
      return state.session;
    case "opening":
    case "recovering":
    case "waiting":
      throw busy(state);
    case "refused":
      throw refusedNow(state);
  }
}
