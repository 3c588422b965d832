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

import type { FileBusy } from "../../../contract/channels/connection.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { CountersideError, receivedError, replyOf } from "../../../contract/error.ts";
import { messageOf } from "../../lib/error-code.ts";
import { createSerialQueue } from "../../lib/serial-queue.ts";
import type { ConnectionRow, EngineContext, FileContext } from "../core/context.ts";
import type { LastKnown } from "../core/sync/status.ts";
import { type FileFault, storageError } from "./database/open-database.ts";
import { offerDowngrade } from "./open-file.ts";

// Books that this version can't open: a newer version changed them, or they could not be brought up to date.

interface Refused {
  row: ConnectionRow;
  code: "newer_database" | "migration_failed";
  error: CountersideError;
}

/** Null where it is another failure, which no choice of a person's corrects. */
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

/** What runs while the file is open. */
interface Running {
  lastKnown(): LastKnown;
  /** Never rejects. True where the file had lost its name and was put back; `isSound` false: nothing more is asked of it. */
  close(isSound?: boolean): Promise<boolean>;
  /** The engine ends: what takes long at the closing is given up. */
  hurry(): void;
}

type FileState<Session> =
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
interface FileSwitch<Session> {
  /** Closes what is open, for `next`; returns what there was. */
  leave(next: ConnectionRow): Promise<FileState<Session>>;
  /** Opens the file; throws why not, and leaves the state to the caller. */
  enter(row: ConnectionRow): Session;
  /** Goes back to what `leave` returned. Never throws: what can't be opened is waited for. */
  comeBack(before: FileState<Session>): void;
}

/** How a file is opened, recovered and reported. */
interface Steps<Session> {
  open: (row: ConnectionRow, damaged: (fault: FileFault) => void) => Session;
  /** Throws a storage code, and has then changed nothing. */
  recover: (row: ConnectionRow, fault: FileFault) => void;
  /** What a file says that is not open. */
  peek: (row: ConnectionRow) => LastKnown;
  refuse: (error: unknown, row: ConnectionRow) => Refused | null;
  /** The file was found damaged (false), or was opened again by itself (true). */
  reported: (row: ConnectionRow, fault: FileFault | null, isOpen: boolean) => void;
}

const FIRST_TRY_MS = 5_000;
const LONGEST_WAIT_MS = 60_000;

/** How long to wait before the file is tried again. */
export const waitBefore = (tries: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_TRY_MS * 2 ** Math.min(tries, 10));

const inWords = (error: unknown, row: ConnectionRow): CountersideError => {
  if (error instanceof CountersideError) return error;
  return (
    storageError(error, row.file) ??
    new CountersideError("internal", { reason: "file", path: row.file, said: messageOf(error) })
  );
};

export function createFileOwner<Session extends Running>(
  { clock, log }: Pick<EngineContext, "clock" | "log">,
  steps: Steps<Session>,
) {
  let state: FileState<Session> = { kind: "closed" };
  let isEnded = false;
  let cancelTry: () => void = () => undefined;
  let closing: Session | null = null;
  const closeSession = async (session: Session, isSound: boolean): Promise<boolean> => {
    closing = session;
    const isBack = await session.close(isSound);
    closing = null;
    return isBack;
  };

  const queue = createSerialQueue();
  const runExclusive = <T>(task: (fileSwitch: FileSwitch<Session>) => Promise<T>): Promise<T> =>
    queue.runExclusive(() => task(fileSwitch));

  const knownOf = (row: ConnectionRow): LastKnown => {
    if (state.kind === "closed" || state.row.connection_key !== row.connection_key) return steps.peek(row);
    return state.kind === "open" ? state.session.lastKnown() : state.known;
  };

  const enter = (row: ConnectionRow): Session => {
    if (state.kind === "open" || isEnded)
      throw new CountersideError("wrong_state", { reason: isEnded ? "ended" : "file_open" });
    let early: FileFault | null = null;
    const session: Session = steps.open(row, (fault) => {
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
      if (fault !== null) steps.recover(row, fault);
      rest = null;
      enter(row);
      steps.reported(row, fault, true);
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
    const refused = steps.refuse(error, row);
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
    steps.reported(row, fault, false);
  };

  const sessionNow = (): Session | null => (state.kind === "open" ? state.session : null);

  /** Returns at once; a file is recovered once however many of its readers complain. */
  function beginLiveRecovery(session: Session, fault: FileFault): void {
    if (state.kind !== "open" || state.session !== session) return;
    const { row } = state;
    const recovering: FileState<Session> = {
      kind: "recovering",
      row,
      session,
      fault,
      known: session.lastKnown(),
    };
    state = recovering;
    log.error("the file was found damaged while it was in use", { error: fault.reason });
    void runExclusive(async () => {
      // Another change came first, and closed it.
      if (state !== recovering) return;
      const isBack = await closeSession(session, false);
      settle(row, isBack ? null : fault, 0);
      if (isBack) steps.reported(row, fault, sessionNow() !== null);
    });
    steps.reported(row, fault, false);
  }

  const fileSwitch: FileSwitch<Session> = {
    async leave(next) {
      cancelTry();
      const before = state;
      state = { kind: "opening", row: next, known: knownOf(next) };
      if (before.kind !== "open" && before.kind !== "recovering") return before;
      const isBack = await closeSession(before.session, before.kind === "open");
      // It was put back whole: there is nothing left to recover from.
      return isBack && before.kind === "recovering"
        ? { kind: "opening", row: before.row, known: before.known }
        : before;
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
    state: (): FileState<Session> => state,
    /** Throws `wrong_state` where the engine ended before it was the task's turn: nothing may be put in place any more. */
    runExclusive: <T>(task: (fileSwitch: FileSwitch<Session>) => Promise<T>): Promise<T> =>
      runExclusive((own) => {
        if (isEnded) throw new CountersideError("wrong_state", { reason: "ended" });
        return task(own);
      }),
    /** At the start, before anything is asked; throws why the file can't be opened. */
    enterFirst(row: ConnectionRow): void {
      state = { kind: "opening", row, known: steps.peek(row) };
      try {
        enter(row);
      } catch (error) {
        state = { kind: "closed" };
        throw error;
      }
    },
    /** As `enterFirst` threw: stays without the file, until it can be opened or a person chooses. */
    stayWithout(row: ConnectionRow, error: unknown): void {
      fail(row, null, error, 0, steps.peek(row));
    },
    /** What a reader of the open file met. */
    damaged(fault: FileFault): void {
      if (state.kind === "open") beginLiveRecovery(state.session, fault);
    },
    /** Ends when the change that is under way has ended. */
    close: (): Promise<void> => {
      closing?.hurry();
      return runExclusive(async () => {
        isEnded = true;
        cancelTry();
        const before = state;
        state = { kind: "closed" };
        if (before.kind !== "open" && before.kind !== "recovering") return;
        before.session.hurry();
        await closeSession(before.session, before.kind === "open");
      });
    },
  };
}

type Busy<Session> = Extract<FileState<Session>, { kind: FileBusy["state"] }>;

/** What is known of sending while the file is away. */
export const busyDetails = (state: Busy<unknown>): FileBusy => ({
  state: state.kind,
  ...state.known,
  cause: state.kind === "waiting" ? state.error.code : null,
});

/** The open session, or null where there is no connection. Throws `storage_busy`, or why it couldn't be opened. */
export function sessionIn<Session>(state: FileState<Session>): Session | null {
  switch (state.kind) {
    case "closed":
      return null;
    case "open":
      return state.session;
    case "opening":
    case "recovering":
    case "waiting":
      // Where the answer to "what is unsent" can't be given, what was known last goes with the refusal.
      throw new CountersideError("storage_busy", {
        reason: "away",
        ...busyDetails(state),
        why: state.kind === "waiting" ? replyOf(state.error) : null,
      });
    case "refused": {
      const { error } = state.refused;
      throw receivedError({ ...replyOf(error), details: { ...error.details, ...state.known } });
    }
  }
}
