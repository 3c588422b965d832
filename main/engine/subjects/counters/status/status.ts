/** The part of the counters that tells others of this one: its file in the shop folder, and figures for monitoring. */

import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ShopFolderState } from "../../../../../contract/channels/shop-folder.ts";
import type { ChannelOutput } from "../../../../../contract/channels.ts";
import type { CounterStatus } from "../../../../../contract/counter-status.ts";
import { timestampOf } from "../../../../../contract/values.ts";
import { breathe } from "../../../../lib/breathe.ts";
import { freeBytesOf } from "../../../file/disk.ts";
import type { CountersWorld, OpenBooks } from "../counters-world.ts";
import {
  type CounterFacts,
  counterStatusOf,
  type FileFacts,
  folderNeeds,
  LEAST_ENTRIES,
  readFileFacts,
  STATUS_EVERY_MS,
} from "./counter-facts.ts";
import { openMonitoring } from "./monitoring.ts";
import { readOwnStatus } from "./own-status.ts";

/** How often it is looked whether something changed that others should know. */
const LOOK_EVERY_MS = 60_000;
/** A share of the time between two statuses, so that a thousand counters don't write at once. */
const JITTER = 0.2;

/** Null where the connection's file was closed meanwhile. */
async function fileFacts(books: OpenBooks, isOpen: () => boolean): Promise<FileFacts | null> {
  for (const steps = readFileFacts(books.file.db); ; await breathe()) {
    if (!isOpen()) return null;
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

export function openStatus(world: CountersWorld, state: () => ShopFolderState) {
  const { engine, config } = world;
  const { clock, log, profile, appVersion, randomness } = engine;
  const monitoring =
    world.fixed.monitoring === null
      ? null
      : openMonitoring({ monitoring: world.fixed.monitoring, proxy: world.proxy }, engine);
  let lastMark = "";
  let dueAt = 0;
  let isClosed = false;

  const gather = async (books: OpenBooks): Promise<CounterFacts | null> => {
    const file = await fileFacts(books, () => world.books() === books && !isClosed);
    if (file === null) return null;
    const folder = state();
    const backup = books.backup();
    return {
      who: {
        deviceId: books.file.row.device_id,
        name: config().name,
        version: appVersion,
        practice: books.file.row.practice === 1,
      },
      isConnected: true,
      isUndecided: books.isUndecided(),
      sync: books.sync(),
      file,
      backup: {
        at: backup.lastAt,
        isOld: backup.isOld,
        hasFailed: backup.problem !== null,
        missingFiles: backup.missingFiles.count,
      },
      freeBytes: freeBytesOf(profile),
      fileBytes: statSync(books.file.path).size,
      folder: config().place === null ? [] : folderNeeds(folder),
      listVersions: Object.fromEntries(folder.lists.map(({ list, version }) => [list, version])),
    };
  };

  /** The one that leaves the computer, and the one that the profile keeps; null where nothing is known to say. */
  const statuses = async (): Promise<{ shared: CounterStatus; own: CounterStatus } | null> => {
    const books = world.books();
    if (books === null) {
      // A file that can't be opened is what somebody must know.
      const last = readOwnStatus(profile, null);
      if (last === null || last.needs.includes("not_connected")) return null;
      const needs = [...new Set(["unreadable" as const, ...last.needs])];
      const own = { ...last, needs, version: appVersion, writtenAt: timestampOf(clock.now()) };
      return { own, shared: { ...own, unsentValue: {} } };
    }
    const facts = await gather(books);
    if (facts === null) return null;
    const now = clock.now();
    return { shared: counterStatusOf(facts, now, LEAST_ENTRIES), own: counterStatusOf(facts, now, 1) };
  };

  const put = async ({ shared, own }: { shared: CounterStatus; own: CounterStatus }): Promise<void> => {
    const everyMs = STATUS_EVERY_MS * (1 - JITTER / 2 + JITTER * randomness.fraction());
    dueAt = clock.now() + everyMs;
    lastMark = markOf(shared);
    await world.ask("putStatus", {
      deviceId: shared.deviceId,
      status: JSON.stringify(shared),
      own: JSON.stringify(own),
    });
  };
  const markOf = ({ state: sending, needs, counts }: CounterStatus): string =>
    JSON.stringify([sending, needs, Object.values(counts).some((n) => n > 0)]);

  /** Writes what is due: `isAsked` whatever was written before. */
  const run = async (isAsked: boolean): Promise<void> => {
    if (config().place === null && monitoring === null) return;
    const found = await statuses();
    if (found === null) return;
    monitoring?.tell(found.shared);
    const isDue = isAsked || clock.now() >= dueAt || markOf(found.shared) !== lastMark;
    if (config().place !== null && isDue) await put(found);
  };
  const quietly = (task: Promise<void>): Promise<void> =>
    task.catch((error: unknown) => log.warn("the status could not be written", { error }));

  let cancel: () => void = () => undefined;
  let running: Promise<void> = Promise.resolve();
  const next = (afterMs: number): void => {
    if (isClosed) return;
    cancel = clock.schedule(afterMs, () => {
      running = quietly(run(false)).finally(() => next(LOOK_EVERY_MS));
    });
  };
  next(randomness.fraction() * LOOK_EVERY_MS);

  return {
    /** At a refresh. Throws `place_failed`. */
    async run(): Promise<void> {
      await running;
      await run(true);
      await world.ask("putChainPage", { page: chainPageBeside(engine.verifyThread) });
    },
    counters: async (): Promise<ChannelOutput<"shopFolder.counters">> => ({
      at: timestampOf(clock.now()),
      ...(await world.ask("readStatuses", null)),
    }),
    async close(): Promise<void> {
      isClosed = true;
      cancel();
      monitoring?.close();
    },
  };
}

/** The built page, by the place of the threads' programs; "" where there is none, as in a test. */
function chainPageBeside(thread: URL | null): string {
  if (thread === null) return "";
  const built = thread.href.endsWith(".ts") ? "../../out/chain/chain.html" : "../chain/chain.html";
  return fileURLToPath(new URL(built, thread));
}
