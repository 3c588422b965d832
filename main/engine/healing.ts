/** Brings a file back that turned out to be damaged while it was in use: close, recover, open again. */
import type { Log } from "./ports.ts";
import type { FileTrouble } from "./services/recovery.ts";
import type { Session } from "./session.ts";
import type { ConnectionRow } from "./store/profile.ts";

interface HealingParts {
  current: () => Session | null;
  /** From here on nobody reaches the session. */
  leave: () => void;
  /** Throws a storage code, and has then changed nothing. */
  recover: (row: ConnectionRow, trouble: FileTrouble) => void;
  reopen: (row: ConnectionRow, trouble: FileTrouble) => void;
  /** Runs nothing beside another change of the connection. */
  inTurn: (task: () => Promise<void>) => Promise<void>;
  log: Log;
}

export function createHealing(parts: HealingParts) {
  const { current, leave, recover, reopen, inTurn, log } = parts;
  let isUnderWay = false;

  const heal = async (row: ConnectionRow, trouble: FileTrouble): Promise<void> => {
    const session = current();
    if (session === null || session.row.connection_key !== row.connection_key) return;
    leave();
    await session.close(false);
    recover(row, trouble);
    reopen(row, trouble);
  };

  return {
    isUnderWay: (): boolean => isUnderWay,
    /** Returns at once; a file is healed once however many of its readers complain. */
    begin(row: ConnectionRow, trouble: FileTrouble): void {
      if (isUnderWay) return;
      isUnderWay = true;
      inTurn(() => heal(row, trouble))
        .catch((error: unknown) =>
          log.error("the damaged file could not be brought back", { error: String(error) }),
        )
        .finally(() => {
          isUnderWay = false;
        });
    },
  };
}
