/** Half-typed forms: kept on the disk a moment after the last key, and found again once for each connection. */
import { useEffect, useState } from "react";
import type { z } from "zod";
import type { StoreApi, UseBoundStore } from "zustand";
import type { ChannelInput, ChannelOutput } from "../../../contract/channels.ts";
import { invoke, replyErrorOf } from "../../client/api.ts";
import { fileBusyOf } from "../../client/engine-state.ts";
import { useChannel } from "../../client/queries.ts";
import { savedAtLock, useWho } from "../../client/who.ts";

const IDLE_MS = 300;
const BUSY_RETRY_MS = 1_000;
const STORAGE_RETRY_MS = 5_000;

type Kind = ChannelInput<"draft.save">["kind"];
type Draft<Content> = Content & { draftId: string };

/** What the store of each form holds of its drafts. */
export interface DraftState<Content> {
  /** Whose drafts these are, of a connection and a person; null until they were read. */
  connection: string | null;
  drafts: readonly Draft<Content>[];
  /** Drafts that another version wrote; they stay where they are. */
  unreadable: number;
  /** Why a draft is not kept, of several the last that failed; null while all is well. */
  notKept: unknown;
}

/** What it holds before the drafts were read. */
export const NO_DRAFTS = { connection: null, drafts: [], unreadable: 0, notKept: null };

/** The name of a connection and a person among the drafts; null where there is none, or nobody is signed in. */
function nameOf(
  connection: ChannelOutput<"connection.get">,
  { locked, personId } = useWho.getState(),
): string | null {
  if (connection === null || locked) return null;
  const { serviceUrl, tenantId } = connection;
  return [serviceUrl, tenantId, ...(personId === null ? [] : [personId])].join(" ");
}

/** Whether that connection's file is open, for that person; null while a file is away, or nobody is signed in. */
export async function isOpenFor(name: string | null): Promise<boolean | null> {
  try {
    const connection = await invoke("connection.get", {});
    return useWho.getState().locked ? null : nameOf(connection) === name;
  } catch {
    return null;
  }
}

/** How long until the same may go well; null where it was refused for what the draft itself is. */
function untilAgain(error: unknown): number | null {
  if (fileBusyOf(error) !== null) return BUSY_RETRY_MS;
  // The disk is full, or damage was just found that is being repaired.
  return replyErrorOf(error).code.startsWith("storage_") ? STORAGE_RETRY_MS : null;
}

/** A draft as the engine keeps it. */
export function printDraft<Kept extends { draftId: string }>({ draftId: _id, ...content }: Kept): string {
  return JSON.stringify(content);
}

/** Reads a kept draft; null where another version wrote it in another form. */
export function readDraft<Content>(
  schema: z.ZodType<Content>,
  draftId: string,
  text: string,
): Draft<Content> | null {
  try {
    const read = schema.safeParse(JSON.parse(text));
    return read.success ? { draftId, ...read.data } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** What is still to be done with a draft on the disk: with a timer while it waits, without one while it is done. */
interface Pending {
  work: () => Promise<unknown>;
  timer: number | null;
}

interface Form<Content> {
  kind: Kind;
  content: z.ZodType<Content>;
  /** The form's one store; it outlives the screen. */
  store: UseBoundStore<StoreApi<DraftState<Content>>>;
  /** What the form begins with, of the drafts that were found and when each had last been typed in. */
  begin: (found: readonly { draft: Draft<Content>; updatedAt: string }[]) => Partial<DraftState<Content>>;
}

/** What a screen knows of its kept drafts. */
interface Kept {
  ready: boolean;
  connected: boolean | undefined;
  error: unknown;
  retry: () => void;
}

/** The drafts of one form, made outside of components. Only the last that is to be done with a draft is ever tried again. */
export function draftsOf<Content>({ kind, content, store, begin }: Form<Content>) {
  const all = new Map<string, Pending>();
  const failed = new Map<string, unknown>();
  /** What was not done yet when another connection was opened, by the connection whose file it waits for. */
  const aside = new Map<string, Map<string, Pending["work"]>>();

  function putAside(draftId: string, work: Pending["work"], connection = store.getState().connection): void {
    if (connection === null) return;
    aside.set(connection, (aside.get(connection) ?? new Map()).set(draftId, work));
  }

  /** Notes why a draft could not be kept, or null; another draft's stays. */
  function note(draftId: string, error: unknown): void {
    failed.delete(draftId);
    if (error !== null) failed.set(draftId, error);
    store.setState({ notKept: [...failed.values()].at(-1) ?? null });
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
    // What came after it counts: a draft that was posted or thrown away need not be kept.
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
    const isBack = await isOpenFor(store.getState().connection);
    if (all.get(draftId) !== pending) return;
    if (isBack === true) await run(draftId, work);
    else if (isBack === null) later(draftId, work, BUSY_RETRY_MS, again);
    else {
      drop(draftId);
      putAside(draftId, work);
    }
  }

  function later(draftId: string, work: Pending["work"], ms: number, act: typeof run | typeof again): void {
    all.set(draftId, { work, timer: window.setTimeout(() => void act(draftId, work), ms) });
  }

  /** What waits is dropped, and what is under way not tried again. */
  function drop(draftId: string): void {
    window.clearTimeout(all.get(draftId)?.timer ?? undefined);
    all.delete(draftId);
    aside.get(store.getState().connection ?? "")?.delete(draftId);
  }

  /** Sets aside all that is not done, and forgets why: the drafts belong to a connection that is no longer open. */
  function leave(): void {
    for (const [draftId, { work }] of [...all]) {
      drop(draftId);
      putAside(draftId, work);
    }
    failed.clear();
    store.setState({ notKept: null });
  }

  /** Their connection may be open again, and its drafts are still those of the form: what was set aside is done. */
  function takeUp(): void {
    const works = aside.get(store.getState().connection ?? "") ?? [];
    for (const [draftId, work] of [...works]) {
      drop(draftId);
      later(draftId, work, 0, again);
    }
  }

  /** Does what was set aside for a connection, before its drafts are read. Throws where that must wait. */
  async function catchUp(connection: string): Promise<void> {
    const works = aside.get(connection);
    for (const [draftId, work] of works ?? []) {
      if (nameOf(await invoke("connection.get", {})) !== connection) return;
      try {
        await work();
      } catch (error) {
        if (untilAgain(error) !== null) throw error;
        note(draftId, error);
      }
      works?.delete(draftId);
    }
  }

  /** Saves at once what still waits: the window is closing, or one goes elsewhere. */
  function saveNow(): void {
    for (const [draftId, { work, timer }] of [...all]) if (timer !== null) void run(draftId, work);
  }
  savedAtLock(saveNow);

  /** Takes over the drafts that were kept for a connection. */
  function open(
    connection: string,
    kept: readonly { draftId: string; content: string; updatedAt: string }[],
  ) {
    const read = kept.map(({ draftId, content: text, updatedAt }) => ({
      draft: readDraft(content, draftId, text),
      updatedAt,
    }));
    const found = read.flatMap(({ draft, updatedAt }) => (draft === null ? [] : [{ draft, updatedAt }]));
    store.setState({ ...begin(found), connection, unreadable: read.length - found.length });
  }

  /**
   * Finds the kept drafts again, once for each connection and person. Says whether they are there, or why not: then they are asked
   * for again whenever the connection is, as it is once its file is back, or on `retry`.
   */
  function useKept(): Kept {
    const { data: connection, dataUpdatedAt, refetch } = useChannel("connection.get", {});
    const opened = store((state) => state.connection);
    const [error, setError] = useState<unknown>(null);
    const who = useWho();
    const { personId } = who;
    const key = connection === undefined ? null : nameOf(connection, who);
    const askedAgainAt = error === null ? null : dataUpdatedAt;
    // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be read is asked for again.
    useEffect(() => {
      if (key === null) return;
      if (store.getState().connection === key) {
        setError(null);
        takeUp();
        return;
      }
      let current = true;
      leave();
      catchUp(key)
        .then(() => invoke("draft.list", {}))
        .then(
          ({ drafts }) => {
            if (!current) return;
            setError(null);
            open(
              key,
              // Another's are not this person's to type in.
              drafts.filter(
                ({ kind: of, person }) =>
                  of === kind && (person == null || personId === null || person.personId === personId),
              ),
            );
          },
          (reason: unknown) => current && setError(reason),
        );
      return () => {
        current = false;
      };
    }, [key, askedAgainAt]);
    useEffect(() => {
      window.addEventListener("pagehide", saveNow);
      return () => window.removeEventListener("pagehide", saveNow);
    }, []);
    return {
      ready: key !== null && opened === key,
      connected: connection === undefined ? undefined : connection !== null,
      error,
      retry: () => void refetch(),
    };
  }

  const saving = (draft: Draft<Content>) => () =>
    invoke("draft.save", { draftId: draft.draftId, kind, content: printDraft(draft) });

  return {
    /** Saves a draft once no key was pressed for a moment. */
    keep: (draft: Draft<Content>): void => {
      drop(draft.draftId);
      later(draft.draftId, saving(draft), IDLE_MS, run);
    },
    /** The same for a draft of a connection that may not be the open one any more, nor the form's. */
    keepFor: (connection: string | null, draft: Draft<Content>): void => {
      if (store.getState().connection === connection) later(draft.draftId, saving(draft), IDLE_MS, again);
      else putAside(draft.draftId, saving(draft), connection);
    },
    /** Takes a draft off the disk. */
    remove: (draftId: string): void => void run(draftId, () => invoke("draft.remove", { draftId })),
    /** What waits of a draft that is being posted or was thrown away is dropped: it need not be kept. */
    cancel: (draftId: string): void => {
      drop(draftId);
      if (failed.has(draftId)) note(draftId, null);
    },
    leave,
    takeUp,
    catchUp,
    saveNow,
    open,
    useKept,
  };
}
