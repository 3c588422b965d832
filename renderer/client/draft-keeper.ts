/** Keeps half-typed work on the disk, a moment after the last key: of one kind, for the connection that it belongs to. */
import { create } from "zustand";
import type { ChannelInput, ChannelOutput } from "../../contract/channels.ts";
import { invoke, replyErrorOf } from "./api.ts";
import { fileBusyOf } from "./file-busy.ts";

const QUIET_MS = 300;
const AWAY_MS = 1_000;
const TROUBLE_MS = 5_000;

/** The name of a connection among the drafts; null where there is none. */
export const keptFor = (connection: ChannelOutput<"connection.get">): string | null =>
  connection === null ? null : `${connection.serviceUrl} ${connection.tenantId}`;

/** Whether that connection's file is open; null where the engine can't say, such as while a file is away. */
async function isOpenFor(name: string | null): Promise<boolean | null> {
  try {
    return keptFor(await invoke("connection.get", {})) === name;
  } catch {
    return null;
  }
}

/** How long until the same may go well; null where it was refused for what the draft itself is. */
function untilAgain(error: unknown): number | null {
  if (fileBusyOf(error) !== null) return AWAY_MS;
  // The disk is full, or damage was just found that is being mended.
  return replyErrorOf(error).code.startsWith("storage_") ? TROUBLE_MS : null;
}

/** What is still to be done with a draft on the disk: with a timer while it waits, without one while it is done. */
interface Pending {
  work: () => Promise<unknown>;
  timer: number | null;
}

/** A keeper of one kind of draft. Only the last that is to be done with a draft is ever tried again. */
export function draftKeeper(kind: ChannelInput<"draft.save">["kind"]) {
  /** Why a draft is not kept, of several the last that failed; null while all is well. */
  const useKeeping = create<{ error: unknown }>(() => ({ error: null }));
  const all = new Map<string, Pending>();
  const failed = new Map<string, unknown>();
  /** What waited for its file while another connection was opened. */
  const aside = new Map<string, Pending["work"]>();
  let connection: string | null = null;

  /** Notes why a draft could not be kept, or null; another's stays told. */
  function note(draftId: string, error: unknown): void {
    failed.delete(draftId);
    if (error !== null) failed.set(draftId, error);
    useKeeping.setState({ error: [...failed.values()].at(-1) ?? null });
  }

  async function run(draftId: string, work: Pending["work"]): Promise<void> {
    drop(draftId);
    const pending: Pending = { work, timer: null };
    all.set(draftId, pending);
    let error: unknown = null;
    try {
      await work();
    } catch (reason) {
      error = reason;
    }
    // What came after it says what is told: a draft that was posted or thrown away need not be kept.
    if (all.get(draftId) !== pending) return;
    note(draftId, error);
    // What was typed while the file was away is kept as soon as it is back.
    const wait = error === null ? null : untilAgain(error);
    if (wait === null) all.delete(draftId);
    else later(draftId, work, wait, again);
  }

  /** Does what waited for the file, and never in another connection's, which may be the open one by then. */
  async function again(draftId: string, work: Pending["work"]): Promise<void> {
    const pending = all.get(draftId);
    const isBack = await isOpenFor(connection);
    if (all.get(draftId) !== pending) return;
    if (isBack === true) await run(draftId, work);
    else if (isBack === null) later(draftId, work, AWAY_MS, again);
    else {
      drop(draftId);
      aside.set(draftId, work);
    }
  }

  function later(draftId: string, work: Pending["work"], ms: number, act: typeof run | typeof again): void {
    all.set(draftId, { work, timer: window.setTimeout(() => void act(draftId, work), ms) });
  }

  const saving = (draftId: string, print: () => string) => () =>
    invoke("draft.save", { draftId, kind, content: print() });

  /** What waits is dropped, and what is under way not tried again. */
  function drop(draftId: string): void {
    window.clearTimeout(all.get(draftId)?.timer ?? undefined);
    all.delete(draftId);
    aside.delete(draftId);
  }

  /** The same of a draft that is being posted or was thrown away: it need not be kept. */
  function cancel(draftId: string): void {
    drop(draftId);
    if (failed.has(draftId)) note(draftId, null);
  }

  return {
    useKeeping,
    /** Says whose drafts are kept from here on. */
    keepFor: (name: string): void => {
      connection = name;
    },
    /** Saves a draft once the keys have been quiet for a moment. */
    schedule: (draftId: string, print: () => string): void => {
      drop(draftId);
      later(draftId, saving(draftId, print), QUIET_MS, run);
    },
    /** Takes a draft off the disk. */
    remove: (draftId: string): void => {
      void run(draftId, () => invoke("draft.remove", { draftId }));
    },
    cancel,
    /** Their connection may be open again: what was set aside for another's sake is done. */
    takeUp: (): void => {
      for (const [draftId, work] of [...aside]) {
        aside.delete(draftId);
        later(draftId, work, 0, again);
      }
    },
    /** Drops all that waits, and why it did: the drafts belong to a connection that is no longer open. */
    cancelAll: (): void => {
      for (const draftId of [...all.keys(), ...aside.keys()]) drop(draftId);
      failed.clear();
      useKeeping.setState({ error: null });
    },
    /** Saves at once what still waits: the window is closing, or one goes elsewhere. */
    saveNow: (): void => {
      for (const [draftId, { work, timer }] of [...all]) if (timer !== null) void run(draftId, work);
    },
  };
}

export type DraftKeeper = ReturnType<typeof draftKeeper>;
