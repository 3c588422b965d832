/** Lists from the shop folder: looked for, tried, and taken where nobody has to be asked. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Call } from "../../../../../contract/call.ts";
import type {
  ChangeRules,
  ListState,
  ShopFolderState,
} from "../../../../../contract/channels/shop-folder.ts";
import { CountersideError } from "../../../../../contract/error.ts";
import { FILL_ORDER, type List, REFERENCE_KINDS } from "../../../../../contract/lists.ts";
import { createSerialQueue } from "../../../../lib/serial-queue.ts";
import {
  makeFolderAtOnce,
  removeAtOnce,
  removeFolderAtOnce,
  renameAtOnce,
} from "../../../../lib/whole-file.ts";
import type { ListTrial, ListVersion } from "../../../import/run/list-versions.ts";
import type { Randomness } from "../../../ports.ts";
import { NO_TRUST, takingFolder } from "../config.ts";
import type { CountersHandlers, CountersWorld, OpenBooks } from "../counters-world.ts";
import type { HasList, SeenList } from "./look.ts";
import type { SettingsInForce } from "./signed-settings.ts";

/** On average, while the program runs: at any moment of a stretch, so that a chain's counters never come all at once. */
export const LOOK_EVERY_MS = 15 * 60_000;
/** After the start: the lights of a chain go on at one time, and not even then is it twice what it is later. */
export const FIRST_LOOK_WITHIN_MS = 10 * 60_000;
/** Full jitter: nothing of the last look's time is left in the next one's. */
export const delayWithin = (ms: number, { fraction }: Pick<Randomness, "fraction">): number =>
  fraction() * ms;

type Next = NonNullable<ListState["next"]>;
type Because = Next["because"][number];

/** What is known of a list besides what its file keeps. */
interface Met {
  checkedAt: number | null;
  next: Next | null;
  /** What was last tried, and what it would change; it waits where `next` says so. */
  tried: { version: ListVersion; trial: ListTrial } | null;
  trouble: ListState["trouble"];
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : (part / whole) * 100);

/** Why a change waits for a person; nothing where the list was empty. */
export function becauseOf(
  { added, changed, removed, prices, known }: ListTrial,
  rules: ChangeRules,
): Because[] {
  if (known === 0) return [];
  return [
    ...(share(added + changed + removed, known) > rules.rowsPercent ? (["rows"] as const) : []),
    ...(share(prices, known) > rules.pricesPercent ? (["prices"] as const) : []),
  ];
}

const isSame = (one: ListVersion, other: ListVersion): boolean =>
  one.origin === other.origin &&
  one.version === other.version &&
  one.put?.sha256 === other.put?.sha256 &&
  one.gone?.sha256 === other.gone?.sha256;

const timeOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

export function openLists(
  { engine, ask, books, changed, config, fixed }: CountersWorld,
  signed: SettingsInForce,
) {
  const { clock, log, profile, randomness } = engine;
  const met = new Map<List, Met>();
  const queue = createSerialQueue();
  let trust = NO_TRUST;
  let isClosed = false;
  let cancelNext: () => void = () => undefined;
  /** Whose lists `met` is about. */
  let metOf: string | null = null;

  const metList = (list: List): Met => {
    const known = met.get(list) ?? { checkedAt: null, next: null, tried: null, trouble: null };
    met.set(list, known);
    return known;
  };
  const troubleOf = (code: string): ListState["trouble"] => ({
    code,
    at: new Date(clock.now()).toISOString(),
  });

  const removeTaken = (files: readonly (string | null)[]): void => {
    for (const path of files) if (path !== null) removeAtOnce(path);
    const folder = takingFolder(profile);
    if (existsSync(folder) && readdirSync(folder).length === 0) removeFolderAtOnce(folder);
  };

  /** Moves the files to where nothing but the end of the taking removes them. */
  const setAside = ({ file }: OpenBooks, list: List, version: ListVersion): ListVersion => {
    const folder = takingFolder(profile);
    makeFolderAtOnce(folder);
    const moved = (part: "put" | "gone"): ListVersion["put"] => {
      const of = version[part];
      if (of === null) return null;
      const path = join(folder, `${file.row.connection_key}.${list}.${version.version}.${part}.csv`);
      renameAtOnce(of.path, path);
      return { ...of, path };
    };
    return { ...version, put: moved("put"), gone: moved("gone") };
  };

  const take = async (
    open: OpenBooks,
    list: List,
    version: ListVersion,
    by: Pick<Call, "actor">,
  ): Promise<void> => {
    const before = open.listVersions.known(list)?.taking ?? null;
    const aside = setAside(open, list, version);
    await open.listVersions.take(list, aside, by);
    removeTaken([
      aside.put?.path ?? null,
      aside.gone?.path ?? null,
      before?.put?.path ?? null,
      before?.gone?.path ?? null,
    ]);
    Object.assign(metList(list), { next: null, tried: null, trouble: null });
    changed();
  };

  const ownActor = ({ file }: OpenBooks): Pick<Call, "actor"> => ({ actor: file.own });

  /** Goes on with what was being taken when the program ended. */
  const resume = async (open: OpenBooks): Promise<void> => {
    if (!existsSync(takingFolder(profile))) return;
    for (const list of FILL_ORDER) {
      const taking = open.listVersions.known(list)?.taking ?? null;
      if (taking === null) continue;
      if (await open.listVersions.resume(list, ownActor(open))) {
        removeTaken([taking.put?.path ?? null, taking.gone?.path ?? null]);
        changed();
      } else metList(list).trouble = troubleOf("taking_damaged");
    }
    // What was set aside for this file before its commit point, and is in no transaction.
    const mine = `${open.file.row.connection_key}.`;
    const held = FILL_ORDER.flatMap((list) => {
      const taking = open.listVersions.known(list)?.taking ?? null;
      return [taking?.put?.path, taking?.gone?.path];
    });
    const left = readdirSync(takingFolder(profile))
      .filter((name) => name.startsWith(mine))
      .map((name) => join(takingFolder(profile), name));
    removeTaken(left.filter((path) => !held.includes(path)));
  };

  const hasList = ({ listVersions }: OpenBooks, list: List): HasList => {
    const known = listVersions.known(list);
    // Half of a version whose files are gone is only made whole by a whole list.
    const isHalf = known !== null && known.taking !== null;
    return {
      list,
      origin: known?.origin ?? null,
      version: isHalf ? null : (known?.version ?? null),
      isWhole: known?.byHandAt === null,
      isEmpty: isHalf || listVersions.isEmpty(list),
    };
  };

  const judge = async (open: OpenBooks, { list, ready, laterVersion }: SeenList): Promise<void> => {
    const of = metList(list);
    const none = { added: 0, changed: 0, removed: 0, prices: 0, because: [] };
    if (laterVersion !== null) of.next = { version: laterVersion, waitsFor: "rollout", ...none };
    if (ready === null) return;
    const { version } = ready;
    const known = open.listVersions.known(list);
    if (known?.taking !== null && known?.taking !== undefined) return take(open, list, ready, ownActor(open));
    const isTried = of.tried !== null && isSame(of.tried.version, ready);
    const trial = isTried && of.tried !== null ? of.tried.trial : await open.listVersions.try(list, ready);
    of.tried = { version: ready, trial };
    if (trial.rejected > 0) {
      // Whole or not at all.
      of.trouble = troubleOf("rows_rejected");
      return;
    }
    const because = becauseOf(trial, config().rules);
    const isDeclined = known?.declined === version && known.origin === ready.origin;
    if (because.length === 0 && !isDeclined) return take(open, list, ready, ownActor(open));
    const { added, changed: changedRows, removed, prices } = trial;
    const counts = { added, changed: changedRows, removed, prices, because };
    of.next = { version, waitsFor: isDeclined ? "declined" : "person", ...counts };
  };

  const lookNow = async (): Promise<void> => {
    const open = books();
    if (isClosed || open === null) return;
    if (metOf !== open.file.row.connection_key) met.clear();
    metOf = open.file.row.connection_key;
    await resume(open);
    const { place } = config();
    if (place === null) return;
    const seen = await ask("lists", {
      place,
      root: fixed.shopFolder?.root ?? null,
      isUnsigned: fixed.shopFolder?.unsigned ?? false,
      deviceId: open.file.row.device_id,
      has: FILL_ORDER.map((list) => hasList(open, list)),
    });
    trust = seen.trust;
    if (seen.trust.state !== "refused") {
      signed.look();
      for (const list of REFERENCE_KINDS) {
        if (open.listVersions.known(list) === null && !seen.lists.some((one) => one.list === list)) continue;
        Object.assign(metList(list), { checkedAt: clock.now(), next: null, trouble: null });
      }
      const inOrder = [...seen.lists].sort((a, b) => FILL_ORDER.indexOf(a.list) - FILL_ORDER.indexOf(b.list));
      for (const one of inOrder) {
        if (isClosed || books()?.file !== open.file) return;
        try {
          await judge(open, one);
        } catch (error) {
          // A file that is none keeps no other list from being taken.
          if (!(error instanceof CountersideError) || error.code === "cancelled") throw error;
          metList(one.list).trouble = troubleOf(error.code);
        }
      }
    }
    changed();
  };
  const run = (): Promise<void> => queue.runExclusive(lookNow);

  const soon = (within: number): void => {
    cancelNext = clock.schedule(delayWithin(within, randomness), () => {
      run()
        .catch((error: unknown) => log.warn("the lists of the shop folder could not be looked at", { error }))
        .finally(() => {
          if (!isClosed) soon(2 * LOOK_EVERY_MS);
        });
    });
  };
  soon(FIRST_LOOK_WITHIN_MS);
  // What a crash left half taken isn't left for later.
  queue
    .runExclusive(async () => {
      const open = books();
      if (open !== null) await resume(open);
    })
    .catch((error: unknown) => log.error("a list could not be taken to its end", { error }));

  const stateOf = ({ listVersions }: OpenBooks, list: List): ListState[] => {
    const known = listVersions.known(list);
    const of = met.get(list);
    if (known === null && of === undefined) return [];
    const byHand = known?.byHandAt ?? null;
    return [
      {
        list,
        version: known?.version ?? null,
        takenAt: timeOf(known?.takenAt ?? null),
        checkedAt: timeOf(of?.checkedAt ?? null),
        next: of?.next ?? null,
        trouble:
          of?.trouble ??
          (byHand === null ? null : { code: "imported_by_hand", at: new Date(byHand).toISOString() }),
      },
    ];
  };
  const waitingOf = (list: List): NonNullable<Met["tried"]> => {
    const { next = null, tried: waiting = null } = met.get(list) ?? {};
    if (waiting === null || next === null || next.waitsFor === "rollout")
      throw new CountersideError("wrong_state", { reason: "list_not_waiting", field: "list" });
    return waiting;
  };

  const handlers: Pick<CountersHandlers, "shopFolder.changes"> = {
    "shopFolder.changes": (_, { list }) => {
      const { version, trial } = waitingOf(list);
      return { version: version.version, rows: trial.shown };
    },
  };
  return {
    handlers,
    run,
    /** Takes or declines what waits. Throws `list_not_waiting`, also where another version waits by now. */
    decide: (
      by: Partial<Pick<Call, "actor">>,
      list: List,
      version: number,
      isTaken: boolean,
    ): Promise<void> =>
      queue.runExclusive(async () => {
        const open = books();
        const waiting = waitingOf(list);
        if (open === null || waiting.version.version !== version)
          throw new CountersideError("wrong_state", { reason: "list_not_waiting", field: "list" });
        if (isTaken)
          return take(
            open,
            list,
            waiting.version,
            by.actor === undefined ? ownActor(open) : { actor: by.actor },
          );
        open.listVersions.decline(list, waiting.version.origin, version);
        const of = metList(list);
        if (of.next !== null) of.next = { ...of.next, waitsFor: "declined" };
        changed();
      }),
    state: (): Pick<ShopFolderState, "trust" | "lists"> => {
      const open = books();
      return { trust, lists: open === null ? [] : REFERENCE_KINDS.flatMap((list) => stateOf(open, list)) };
    },
    close(): void {
      isClosed = true;
      cancelNext();
    },
  };
}
