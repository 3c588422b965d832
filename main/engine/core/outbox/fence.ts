/**
 * Whether another computer may decide about what this file holds: how much of it the shop folder has, when the fence
 * there was looked at last, and whether somebody has put one (docs/decisions/0069).
 *
 * This counter sends what the folder has only for less than `LEASE_MS` after it began a look that found no fence; who
 * took it over sends nothing of it before `LEASE_MS` have passed since the fence was put.
 */
import { z } from "zod";
import { CountersideError } from "../../../../contract/error.ts";
import type { MetaStore } from "../../file/database/meta.ts";
import type { Db } from "../../file/database/open-database.ts";
import { parsedJson } from "../../file/database/row-rules.ts";
import type { Clock } from "../../ports.ts";

export const LEASE_MS = 600_000;
/** A request that began at its end is over before the other computer may send. */
const SENDS_FOR_MS = LEASE_MS - 60_000;
/** After a start nothing at all is sent before the first look, for as long as this: a folder that is away stops no sending. */
export const FIRST_LOOK_MS = 20_000;
const EVERY_ENTRY = Number.MAX_SAFE_INTEGER;
/** A clock that is corrected by more than this says nothing of how long ago a look was. */
const CORRECTED_BY_MS = 2_000;
/** How far the wait of a computer that took over is remembered: a start costs at most so much of it. */
const REMEMBER_EVERY_MS = 30_000;

const whole = z.number().int().nonnegative();

const sharedPart = z.object({
  /** Entries up to this one may be in a backup in the shop folder. */
  upTo: whole,
  /** Of which file it was written: what takes its place may have lost the newest word. */
  generation: whole,
  /** What this counter put into the folder, by which it knows the folder again; null where nothing was. */
  mark: z.object({ place: z.string(), id: z.string() }).nullable(),
  /** A person named no folder any more; settings that were lost do not say so. */
  isLeft: z.boolean(),
  /** When the newest backup was made that is whole there. */
  at: z.string().nullable(),
});
type Shared = z.infer<typeof sharedPart>;
const NOTHING_SHARED = { upTo: 0, mark: null, isLeft: false, at: null };

/** Another computer has this counter's place, from here on for ever. */
export const takenOver = z.object({
  epoch: whole,
  byDeviceId: z.string(),
  at: z.string(),
  /** Entries up to this one are in the backup that was taken. */
  upTo: whole,
  /** Of those, the ones that became decisions there: first and last of each run. */
  undecided: z.array(z.tuple([whole, whole])),
});
export type TakenOver = z.infer<typeof takenOver>;

/** Null: nobody has this file's counter. */
export function takenIn(meta: MetaStore): TakenOver | null {
  const text = meta.get("takenOver") ?? "";
  return text === "" ? null : (takenOver.safeParse(parsedJson(text)).data ?? null);
}

/** This file was taken over from another counter. */
const origin = z.object({ deviceId: z.string(), epoch: whole });
const takeover = origin.extend({
  recoveryId: whole,
  waitMs: whole,
  /** Whose place that counter had taken itself: one of them may still hand over. */
  earlier: z.array(origin).max(1_000),
});
type Takeover = z.infer<typeof takeover>;

export interface FenceOptions {
  db: Db;
  meta: MetaStore;
  clock: Clock;
  /** Whether a shop folder is named. */
  isNamed: () => boolean;
}

export type Fence = ReturnType<typeof openFence>;

/** Written into a file that was taken over, in the transaction that makes it one. */
export function noteTakeover(meta: MetaStore, of: Omit<Takeover, "waitMs" | "earlier">): void {
  const before = takeover.safeParse(parsedJson(meta.get("takeover") ?? "")).data;
  const earlier = before === undefined ? [] : [origin.parse(before), ...before.earlier];
  meta.set("takeover", JSON.stringify({ ...of, waitMs: LEASE_MS, earlier } satisfies Takeover));
}

/** A loaded backup is another counter's file: nothing of it was shared, and nobody took it over. */
export function forgetFence(meta: MetaStore): void {
  const generation = Number(meta.get("generation") ?? 0);
  const shared: Shared = { ...NOTHING_SHARED, generation };
  meta.hold({ shared: JSON.stringify(shared), takenOver: "" });
}

export function openFence({ db, meta, clock, isNamed }: FenceOptions) {
  const read = <S extends z.ZodType>(key: "shared" | "takeover", schema: S) => {
    const text = meta.get(key) ?? "";
    return text === "" ? null : schema.safeParse(parsedJson(text));
  };
  const generation = Number(meta.get("generation") ?? 0);
  const lastEntry = (): number =>
    db.prepare<[], number | null>("SELECT max(sequence) FROM entry").pluck().get() ?? 0;
  const readShared = (): Shared => {
    const found = read("shared", sharedPart);
    const none: Shared = { ...NOTHING_SHARED, generation };
    if (found === null && generation === 0) return none;
    if (found?.data?.generation === generation) return found.data;
    return { ...none, ...found?.data, generation, upTo: lastEntry() };
  };
  let shared = readShared();
  let taken = takenIn(meta);
  let named = shared.upTo > 0 && ((shared.mark !== null && !shared.isLeft) || isNamed());
  /** When the last look began that found no fence. */
  let clear: { monotonic: number; now: number } | null = null;
  let changed: () => void = () => undefined;
  let wait: Takeover | null = read("takeover", takeover)?.data ?? null;
  const opened = clock.monotonic();
  let cancelRemember: () => void = () => undefined;

  const isClear = (): boolean => {
    if (clear === null) return false;
    const passed = clock.now() - clear.now;
    // A computer that slept may not count it.
    const isAwake = passed > -CORRECTED_BY_MS && passed < SENDS_FOR_MS;
    return isAwake && clock.monotonic() - clear.monotonic < SENDS_FOR_MS;
  };
  const keep = (next: Shared): void => {
    meta.set("shared", JSON.stringify(next));
    shared = next;
  };
  /** Of what the folder has, what is still to be sent. */
  const waiting = db
    .prepare<[number], number>(
      "SELECT count(*) FROM entry INDEXED BY entry_due WHERE state IN ('pending','retry_wait') AND sequence <= ?",
    )
    .pluck();
  const isWaiting = (): boolean => (waiting.get(shared.upTo) ?? 0) > 0;
  /** Whether this run has not looked yet: who came back after it was taken over sends nothing before it sees that. */
  let isFirstDue = named;
  const cancelFirst = isFirstDue ? clock.schedule(FIRST_LOOK_MS, () => lookedFirst()) : () => undefined;
  function lookedFirst(): void {
    cancelFirst();
    if (!isFirstDue) return;
    isFirstDue = false;
    changed();
  }
  const heldUpTo = (): number => {
    if (shared.upTo === 0 || !named || isClear()) return 0;
    return isFirstDue ? EVERY_ENTRY : shared.upTo;
  };

  const leftMs = (): number =>
    wait === null ? 0 : Math.max(0, Math.ceil(wait.waitMs - (clock.monotonic() - opened)));
  const remember = (): void => {
    cancelRemember();
    if (wait === null || wait.waitMs === 0) return;
    const waitMs = leftMs();
    meta.set("takeover", JSON.stringify({ ...wait, waitMs }));
    if (waitMs > 0) cancelRemember = clock.schedule(REMEMBER_EVERY_MS, remember);
  };
  if (wait !== null && wait.waitMs > 0) cancelRemember = clock.schedule(REMEMBER_EVERY_MS, remember);
  const ofTakeover = db
    .prepare<[number, number], number>(
      "SELECT EXISTS (SELECT 1 FROM recovery_entry WHERE recovery_id = ? AND sequence = ? AND held = 1)",
    )
    .pluck();

  const assertNotTaken = (): void => {
    if (taken === null) return;
    const { byDeviceId, at } = taken;
    throw new CountersideError("wrong_state", { reason: "taken_over", byDeviceId, at });
  };
  return {
    /** Null: nobody. What was once taken over stays so. */
    taken: (): TakenOver | null => taken,
    /** Entries up to this one wait until the fence was looked at; 0: none does. */
    heldUpTo,
    /** How many of them there are. */
    held: (): number => {
      const upTo = heldUpTo();
      return upTo === 0 ? 0 : (waiting.get(upTo) ?? 0);
    },
    /** Whether something is to be sent that the fence must be looked at for. */
    wantsLook: (): boolean => taken === null && named && (isFirstDue || isWaiting()),
    /** Whether something of what the folder has is still to be sent. */
    isWaiting,
    /** A look has ended, whatever was found. */
    lookedFirst,
    isClear,
    /** What this counter put into the folder, by which it knows it again. */
    mark: (): Shared["mark"] => shared.mark,
    /** Now as a look begins: `looked` needs it. */
    begin: () => ({ monotonic: clock.monotonic(), now: clock.now() }),
    /** A look that began then found no fence, in the folder that this counter knows. */
    looked(begun: { monotonic: number; now: number }): void {
      const was = heldUpTo();
      clear = begun;
      if (was > 0) changed();
    },
    /** Entries up to `upTo` are about to be put into the folder; durable when it returns. */
    share(upTo: number, mark: NonNullable<Shared["mark"]>): void {
      named = true;
      const at = mark.id === shared.mark?.id ? shared.at : null;
      keep({ upTo: Math.max(upTo, shared.upTo), generation, mark, isLeft: false, at });
    },
    /** A backup that was made then is whole there. */
    stored: (at: string): void => keep({ ...shared, at }),
    storedAt: (): string | null => shared.at,
    /** Whether a shop folder is named from now on. */
    setNamed(isNamed: boolean): void {
      named = isNamed;
      if (shared.upTo > 0 && shared.isLeft === isNamed) keep({ ...shared, isLeft: !isNamed });
      changed();
    },
    /** A person has said to go on without the folder: what it has so far is sent freely. */
    goOn(): void {
      keep({ ...shared, upTo: 0, mark: null, at: null });
      changed();
    },
    /** A fence was found. */
    take(by: TakenOver): void {
      if (taken !== null && taken.epoch >= by.epoch) return;
      meta.set("takenOver", JSON.stringify(by));
      taken = by;
      changed();
    },
    whenChanged(task: () => void): void {
      changed = task;
    },
    /** Throws `wrong_state` where another computer has this counter's place. */
    assertNotTaken,
    /** Throws `wrong_state` where the old computer may still send this entry, or this is the old one. */
    assertMayResend(sequence: number): void {
      assertNotTaken();
      const left = leftMs();
      if (wait === null || left === 0 || ofTakeover.get(wait.recoveryId, sequence) !== 1) return;
      throw new CountersideError("wrong_state", { reason: "lease", seconds: Math.ceil(left / 1_000) });
    },
    /** How long nothing that was taken over may be resent, in milliseconds. */
    leftMs,
    /** From whom this file was taken over, the last one first; empty: from nobody. */
    takenFrom: (): z.infer<typeof origin>[] => (wait === null ? [] : [wait, ...wait.earlier]),
    /** This old computer has said itself that it sends nothing any more. */
    endWait(deviceId: string): void {
      if (wait === null || wait.waitMs === 0 || wait.deviceId !== deviceId) return;
      wait = { ...wait, waitMs: 0 };
      meta.set("takeover", JSON.stringify(wait));
    },
    close(): void {
      cancelFirst();
      remember();
      cancelRemember();
    },
  };
}
