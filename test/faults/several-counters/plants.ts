/**
 * Bugs on purpose, in the engine's own sources: a text of one file is replaced before the file is loaded. Only a separate
 * process is planted so; the product has no door for it.
 */
import { registerHooks } from "node:module";

export interface Plant {
  about: string;
  /** Below `main/engine`. */
  file: string;
  from: string;
  to: string;
  /** The problem by which it is found. */
  foundBy: RegExp;
  /** Where the search begins, only to save time: under this seed it was last found. */
  begins: number;
}

export const PLANTS = {
  "no-connection-while-away": {
    about: "while the file is recovered, the engine answers as if there were no connection",
    file: "file/file-owner.ts",
    from: 'throw new CountersideError("storage_busy", {',
    to: 'return null;\n      throw new CountersideError("storage_busy", {',
    foundBy: /^status: no connection is reported/,
    begins: 1,
  },
  "nothing-unsent-while-away": {
    about: "while the file is away, the counts that go with the refusal are zero",
    file: "file/file-owner.ts",
    from: "  ...state.known,\n",
    to: "  ...state.known,\n  counts: { pending: 0, in_flight: 0, retry_wait: 0, outcome_unknown: 0, dead_letter: 0 },\n",
    foundBy: /^status: 0 unsent were reported while/,
    begins: 3,
  },
  "never-tried-again": {
    about: "a file that could not be opened for want of room is not tried again",
    file: "file/file-owner.ts",
    from: "if (state === waiting && !isEnded) settle(",
    to: "if (state === waiting && isEnded) settle(",
    foundBy: /^refused: counter \d's [a-zA-Z.]+ is refused with/,
    begins: 4,
  },
  "any-backup-is-ours": {
    about: "a file counts as this counter's own whichever device it names",
    file: "file/backups/backup-files.ts",
    from: "devicesOf(b).includes(a.deviceId.toLowerCase())",
    to: "true",
    foundBy: /^foreign: /,
    begins: 3,
  },
  "newest-by-the-clock": {
    about: "the backup of the latest time is the base, however far it had come",
    file: "file/backups/backup-files.ts",
    from: "  b.reach.recoveries - a.reach.recoveries ||",
    to: "  b.at - a.at ||\n  b.reach.recoveries - a.reach.recoveries ||",
    foundBy: /^nothingLost: .*a backup held it|^backups: the furthest/,
    begins: 5,
  },
  "prune-every-counter": {
    about: "pruning removes the backups of every counter that shares the folder",
    file: "file/place/place-work.ts",
    from: "  const gone = new Set(expendable(backups));",
    to: '  for (const other of namesIn(root)) if (join(root, other) !== counter) for (const name of namesIn(join(root, other))) if (name.endsWith(".sqlite")) removeAtOnce(join(root, other, name));\n  const gone = new Set(expendable(backups));',
    foundBy: /^backups: /,
    begins: 1,
  },
  "recovery-never-ends": {
    about: "damage that is found in use begins a recovery that never ends",
    file: "file/file-owner.ts",
    from: "if (state !== recovering) return;",
    to: "return;",
    foundBy: /^refused: counter \d's [a-zA-Z.]+ is refused with/,
    begins: 7,
  },
  "damage-ends-the-program": {
    about: "what a timer meets in a damaged file is thrown on",
    file: "file/guarded-clock.ts",
    from: "if (!isStorageFailure(error)) throw error;",
    to: "throw error;",
    foundBy: /^ended: /,
    begins: 9,
  },
  "two-loops": {
    about: "a connection that is left isn't closed",
    file: "file/file-owner.ts",
    from: 'const isBack = await closeSession(before.session, before.kind === "open");',
    to: 'const isBack = before.kind === "recovering" && (await closeSession(before.session, false));',
    foundBy: /^one loop: |^stuck: /,
    begins: 20,
  },
  "load-over-entries": {
    about: "a backup may take the place of a connection that has entries",
    file: "file/backups/load-backup.ts",
    from: "countEntries(target, sqliteBinding) !== 0",
    to: "countEntries(target, sqliteBinding) === -1",
    foundBy: /^nothingLost: /,
    begins: 3,
  },
  "only-what-sqlite-calls-damage": {
    about: "a header that SQLite can't read the schema by doesn't count as damage",
    file: "file/database/open-database.ts",
    from: "BROKEN_HEADER.test(error.message)",
    to: "false",
    foundBy: /failed: Something unexpected went wrong inside/,
    begins: 30,
  },
  "one-report-for-all": {
    about: "only the first report of a file says that more may be lost; what later ones lose they don't name",
    file: "file/recovery/recovery.ts",
    from: "lost: entries.lost,\n        mayLackMore: !entries.isEndKnown || fault.isMarkStale === true,",
    to: "lost: [],\n        mayLackMore: store.list().length === 1,",
    foundBy: /^nothingLost: .*was not reported/,
    begins: 44,
  },
  "a-foreign-entry-comes-along": {
    about: "where another counter's file is found in the place of this one's, one entry of it is kept",
    file: "file/recovery/recovery.ts",
    from: "    const found = (sources.check ?? checkAtOnce)(db);",
    to: `    if (fault.isForeign === true) {
      db.prepare("ATTACH ? AS foreign_file").run(path);
      db.exec("INSERT OR IGNORE INTO main.entry SELECT * FROM foreign_file.entry WHERE state = 'confirmed' ORDER BY sequence DESC LIMIT 1");
      db.exec("DETACH foreign_file");
    }
    const found = (sources.check ?? checkAtOnce)(db);`,
    foundBy: /^foreign: counter \d has "counter/,
    begins: 11,
  },
  "reports-refused-for-ever": {
    about: "once a file was recovered twice, what was recovered can't be asked for any more",
    file: "file/recovery/recovery-report.ts",
    from: "reports: store.list().map((row) => reportOf(row, input.limit ?? LISTED)),",
    to: `reports: store.list().map((row, at) => {
      if (at > 0) throw new CountersideError("storage_busy", { reason: "no_answer", seconds: 10 });
      return reportOf(row, input.limit ?? LISTED);
    }),`,
    foundBy: /^refused: counter \d's recovery\.report/,
    begins: 1,
  },
  "prunes-one-too-many": {
    about: "pruning removes one backup that should be kept, and never the furthest two",
    file: "file/place/place-work.ts",
    from: "  const gone = new Set(expendable(backups));",
    to: "  const gone = new Set([...expendable(backups), ...backups.slice(2, 3)]);",
    foundBy: /^backups: counter \d's .* is gone/,
    begins: 1,
  },
  "recorded-all-the-same": {
    about: "a posting that finds the file moved is answered with 'nothing was recorded', and is recorded",
    file: "core/sync/sync.ts",
    from: "      watch.noteEntry(sequence);\n",
    to: `      const isMoved = !watch.isInPlace();
      watch.noteEntry(sequence);
      if (isMoved) throw new CountersideError("storage_busy", { reason: "away", state: "recovering", counts: null, oldestUnsentAt: null, knownAt: null, cause: null, why: null });\n`,
    foundBy: /^recorded: /,
    begins: 3,
  },
} satisfies Record<string, Plant>;

export type PlantName = keyof typeof PLANTS;
export const PLANT_NAMES = Object.keys(PLANTS).filter((name): name is PlantName => name in PLANTS);

/** Has this process load the engine with the bug in it. Throws where the file doesn't hold the text once. */
export function plant({ file, from, to }: Plant): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(`/main/engine/${file}`)) return loaded;
      const parts = String(loaded.source).split(from);
      if (parts.length !== 2) throw new Error(`${file} holds "${from}" ${parts.length - 1} times, not once`);
      return { ...loaded, source: parts.join(to) };
    },
  });
}
