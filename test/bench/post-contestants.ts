/** Who posts in the comparison with other offline stores, and what each promises when its post resolves. */

import { join } from "node:path";
import { z } from "zod";
import type { Engine } from "../../main/engine/engine.ts";
import { loadPeer } from "../../scripts/bench/peers.mjs";
import { invoked, pausedEngine } from "./engine.ts";
import { typicalReturn } from "./post.ts";

/** One row that a posting leaves, as a JSON document. */
export const storedDocument = z.object({
  id: z.string(),
  row: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
export type StoredDocument = z.infer<typeof storedDocument>;

export interface Contestant {
  /** Posts number `n`; resolves when the library says it is kept. */
  post(n: number, documents: readonly StoredDocument[]): Promise<void>;
  close(): Promise<void>;
}

export const CONTESTANTS = ["counterside", "pouchdb-synced", "pouchdb"] as const;
export type ContestantName = (typeof CONTESTANTS)[number];

export const postReturn = (engine: Engine, n: number): Promise<unknown> =>
  invoked(engine, "purchaseReturn.post", typicalReturn(n));

async function counterside(folder: string): Promise<Contestant> {
  const engine = await pausedEngine(join(folder, "profile"));
  return {
    async post(n) {
      await postReturn(engine, n);
    },
    close: () => engine.close(),
  };
}

const isFunction = (it: unknown): boolean => typeof it === "function";

interface PouchDatabase {
  bulkDocs(documents: readonly object[]): Promise<unknown>;
  close(): Promise<unknown>;
}
interface Pouch {
  new (name: string, options: { adapter: "leveldb"; db?: OpenLevel }): PouchDatabase;
  plugin(plugin: unknown): Pouch;
}
interface Level {
  batch(operations: unknown, options: object, done: unknown): unknown;
}
type OpenLevel = (place: string) => Level;

const pouchClass = z.custom<Pouch>(isFunction);
const openLevelFunction = z.custom<OpenLevel>(isFunction);
const keptDocuments = z.array(z.object({ ok: z.literal(true) })).nonempty();

/** PouchDB has no option for it, but takes the store that it writes to from outside: this one syncs every batch. */
const syncing = (open: OpenLevel): OpenLevel =>
  function syncingLevel(place) {
    const level = open(place);
    const batch = level.batch.bind(level);
    level.batch = (operations, options, done) => batch(operations, { ...options, sync: true }, done);
    return level;
  };

async function pouchdb(folder: string, synced: boolean): Promise<Contestant> {
  const core = pouchClass.parse(await loadPeer("pouchdb-core"));
  const WithLevel = core.plugin(await loadPeer("pouchdb-adapter-leveldb"));
  const open = openLevelFunction.parse(await loadPeer("leveldown"));
  const database = new WithLevel(join(folder, "pouch"), {
    adapter: "leveldb",
    ...(synced ? { db: syncing(open) } : {}),
  });
  return {
    async post(_n, documents) {
      keptDocuments.parse(await database.bulkDocs(documents.map(({ id, row }) => ({ _id: id, row }))));
    },
    async close() {
      await database.close();
    },
  };
}

/** Opens one with its files in this folder. */
export function openContestant(name: ContestantName, folder: string): Promise<Contestant> {
  switch (name) {
    case "counterside":
      return counterside(folder);
    case "pouchdb":
      return pouchdb(folder, false);
    case "pouchdb-synced":
      return pouchdb(folder, true);
  }
}
