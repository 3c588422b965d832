/**
 * The one owner of the open file: which connection's file is open, and every change of that, one at a time.
 *
 *   closed ──▶ opening ──▶ open ──damage found──▶ recovering ──▶ open
 *                 │  ▲                               │
 *                 │  └──────── tried again ──────────┤ no room, no disk
 *                 ├─▶ refused (a person chooses)     ▼
 *                 └────────────────────────────▶ waiting
 *
 * Only `open` has a session, and `enter` is the only way into it: two loops on one file can't come to be.
 */

import { CountersideError } from "../../../contract/reply.ts";
import { createSerialQueue } from "../../lib/serial-queue.ts";
import { storageError } from "../file/database/open-database.ts";
import type { LastKnown } from "../file/known-status.ts";
import type { ConnectionRow } from "../file/profile/profile-rows.ts";
import type { FileFault } from "../file/recovery/file-fault.ts";
import type { Refused } from "../file/refused.ts";
import type { Clock, Log } from "../ports.ts";
import type { Session } from "./session.ts";

export type FileState =
  | { kind: "closed" }
  | { kind: "opening"; row: ConnectionRow; known: LastKnown }
  | { kind: "open"; row: ConnectionRow; session: Session }
  | { kind: "recovering"; row: ConnectionRow; session: Session; fault: FileFault; known: LastKnown }
  | {
      kind: "waiting";
      row: ConnectionRow;
      /** What is still to be recovered from; null where the file is only to be opened. */
      fault: FileFault | null;
      error: CountersideError;
      tries: number;
      known: LastKnown;
    }
  | { kind: "refused"; row: ConnectionRow; refused: Refused; known: LastKnown };

/** A change of what is open. It has the file to itself until its task has ended. */
export interface FileSwitch {
  /** Closes what is open, for `next`; returns what there was. */
  leave(next: ConnectionRow): Promise<FileState>;
  /** Opens the file; throws why not, and leaves the state to whoever called. */
  enter(row: ConnectionRow): Session;
  /** Goes back to what `leave` returned. Never throws: what can't be opened is waited for. */
  comeBack(before: FileState): void;
}

interface OwnerDeps {
  open: (row: ConnectionRow, damaged: (fault: FileFault) => void) => Session;
  /** Throws a storage code, and has then changed nothing. */
  recover: (row: ConnectionRow, fault: FileFault) => void;
  /** What a file says that is not open. */
  peek: (row: ConnectionRow) => LastKnown;
  refuse: (error: unknown, row: ConnectionRow) => Refused | null;
  /** The file was found damaged (false), or was opened again by itself (true). */
  told: (row: ConnectionRow, fault: FileFault | null, isOpen: boolean) => void;
  clock: Clock;
  log: Log;
}

const FIRST_TRY_MS = 5_000;
const LONGEST_WAIT_MS = 60_000;

/** How long to wait before the file is tried again. */
export const waitBefore = (tries: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_TRY_MS * 2 ** Math.min(tries, 10));

const inWords = (error: unknown, row: ConnectionRow): CountersideError => {
  if (error instanceof CountersideError) return error;
  const words = error instanceof Error ? error.message : String(error);
  return (
    storageError(error, row.file) ??
    new CountersideError("internal", `The file could not be opened: ${row.file} (${words})`)
  );
};

export function createFileOwner(deps: OwnerDeps) {
  const { clock, log } = deps;
  let state: FileState = { kind: "closed" };
  let isEnded = false;
  let cancelTry: () => void = () => undefined;

  const queue = createSerialQueue();
  const runExclusive = <T>(task: (fileSwitch: FileSwitch) => Promise<T>): Promise<T> =>
    queue.runExclusive(() => task(fileSwitch));

  const knownOf = (row: ConnectionRow): LastKnown => {
    if (state.kind === "closed" || state.row.connection_key !== row.connection_key) return deps.peek(row);
    return state.kind === "open" ? state.session.lastKnown() : state.known;
  };

  const enter = (row: ConnectionRow): Session => {
    if (state.kind === "open" || isEnded)
      throw new CountersideError("wrong_state", "A file is open already, or the engine has ended.", {
        state: isEnded ? "ended" : "open",
      });
    let early: FileFault | null = null;
    const session: Session = deps.open(row, (fault) => {
      if (state.kind === "open" && state.session === session) beginLiveRecovery(state.session, fault);
      else early ??= fault;
    });
    state = { kind: "open", row, session };
    if (early !== null) beginLiveRecovery(session, early);
    return session;
  };

  /** Recovers where that is needed, and opens; whatever fails is tried again, or is a person's choice. */
  const settle = (row: ConnectionRow, fault: FileFault | null, tries: number): void => {
    const known = knownOf(row);
    let rest = fault;
    try {
      if (fault !== null) deps.recover(row, fault);
      rest = null;
      enter(row);
      deps.told(row, fault, true);
    } catch (error) {
      fail(row, rest, error, tries, known);
    }
  };

  const fail = (
    row: ConnectionRow,
    fault: FileFault | null,
    error: unknown,
    tries: number,
    known: LastKnown,
  ): void => {
    const refused = deps.refuse(error, row);
    if (refused !== null) {
      state = { kind: "refused", row, refused, known };
      log.error("the file can't be opened by this version", { code: refused.error.code });
      return;
    }
    log.error("the file could not be opened; it is tried again", { error });
    state = { kind: "waiting", row, fault, error: inWords(error, row), tries, known };
    const waiting = state;
    cancelTry = clock.schedule(waitBefore(tries), () => {
      void runExclusive(async () => {
        if (state === waiting && !isEnded) settle(row, fault, tries + 1);
      });
    });
    deps.told(row, fault, false);
  };

  const sessionNow = (): Session | null => (state.kind === "open" ? state.session : null);

  /** Returns at once; a file is recovered once however many of its readers complain. */
  function beginLiveRecovery(session: Session, fault: FileFault): void {
    if (state.kind !== "open" || state.session !== session) return;
    const { row } = state;
    const recovering: FileState = { kind: "recovering", row, session, fault, known: session.lastKnown() };
    state = recovering;
    log.error("the file was found damaged while it was in use", { error: fault.reason });
    void runExclusive(async () => {
      // Another change came first, and closed it.
      if (state !== recovering) return;
      const isBack = await session.close(false);
      settle(row, isBack ? null : fault, 0);
      if (isBack) deps.told(row, fault, sessionNow() !== null);
    });
    deps.told(row, fault, false);
  }

  const fileSwitch: FileSwitch = {
    async leave(next) {
      cancelTry();
      const before = state;
      state = { kind: "opening", row: next, known: knownOf(next) };
      if (before.kind === "open") await before.session.close();
      if (before.kind === "recovering") {
        const isBack = await before.session.close(false);
        // It was put back whole: there is nothing left to recover from.
        if (isBack) return { kind: "opening", row: before.row, known: before.known };
      }
      return before;
    },
    enter,
    comeBack(before) {
      switch (before.kind) {
        case "closed":
        case "refused":
          state = before;
          return;
        case "opening":
        case "open":
          return settle(before.row, null, 0);
        case "recovering":
        case "waiting":
          return settle(before.row, before.fault, 0);
      }
    },
  };

  return {
    state: (): FileState => state,
    /** Throws `wrong_state` where the engine ended before it was the task's turn: nothing may be put in place any more. */
    runExclusive: <T>(task: (fileSwitch: FileSwitch) => Promise<T>): Promise<T> =>
      runExclusive((own) => {
        if (isEnded)
          throw new CountersideError("wrong_state", "The engine has ended; nothing was changed.", {
            state: "ended",
          });
        return task(own);
      }),
    /** At the start, before anything is asked; throws why the file can't be opened. */
    enterFirst(row: ConnectionRow): void {
      state = { kind: "opening", row, known: deps.peek(row) };
      try {
        enter(row);
      } catch (error) {
        state = { kind: "closed" };
        throw error;
      }
    },
    /** As `enterFirst` threw: stays without the file, until it can be opened or a person chooses. */
    stayWithout(row: ConnectionRow, error: unknown): void {
      fail(row, null, error, 0, deps.peek(row));
    },
    /** What a reader of the open file met. */
    damaged(fault: FileFault): void {
      if (state.kind === "open") beginLiveRecovery(state.session, fault);
    },
    /** Ends when the change that is under way has ended. */
    close: (): Promise<void> =>
      runExclusive(async () => {
        isEnded = true;
        cancelTry();
        const before = state;
        state = { kind: "closed" };
        if (before.kind === "open") await before.session.close();
        if (before.kind === "recovering") await before.session.close(false);
      }),
  };
}
