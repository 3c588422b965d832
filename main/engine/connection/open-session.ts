/** Claims and opens a connection's file, and brings it back where it turns out to be damaged as it starts. */
import { claimFile } from "../file/database/file-claim.ts";
import { guardedClock } from "../file/guarded-clock.ts";
import { faultBehind, type OpenedFile, openFile, openRecovered } from "../file/open-file.ts";
import { startSession } from "./session.ts";
import { fileDepsOf, onStorageFailure, type SessionDeps } from "./session-deps.ts";

/** Claims and opens the connection's file, recovers what was interrupted, and starts the loop. Throws a storage code. */
export function openSession(deps: SessionDeps) {
  const file = fileDepsOf(deps);
  const unlock = claimFile(file.path, deps.sqliteBinding);
  const unsent = deps.unsentClaims(file.path);
  const unclaim = (): void => {
    unsent.close();
    unlock();
  };
  const start = (opened: OpenedFile) => {
    const clock = guardedClock(deps.clock, (error) => onStorageFailure(deps, error));
    try {
      return startSession(deps, opened, clock, unsent, unclaim);
    } catch (error) {
      clock.end();
      opened.db.close();
      throw error;
    }
  };
  try {
    const opened = openFile(file);
    try {
      return start(opened);
    } catch (error) {
      // A large file is not looked through before it is used: its damage is met here first.
      const fault = opened.recovered === null ? faultBehind(error, file) : null;
      if (fault === null) throw error;
      // What the session that could not start has noted counts too.
      return start(openRecovered(fileDepsOf(deps), fault));
    }
  } catch (error) {
    unclaim();
    throw error;
  }
}
