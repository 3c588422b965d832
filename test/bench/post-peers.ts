/**
 * A posting kept durably, beside other offline stores that are given the very same facts. Each contestant runs in a
 * separate process, in turn; what each does to the disk is counted from outside, in a run that isn't timed.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { z } from "zod";
import { loadPeer, peerVersion } from "../../scripts/bench/peers.mjs";
import { runCommand, tail } from "../../scripts/lib/run-command.mjs";
import { pausedEngine } from "./engine.ts";
import { type Figure, median, type Section } from "./figures.ts";
import { CONTESTANTS, type ContestantName, postReturn, type StoredDocument } from "./post-contestants.ts";

/** Aim: the best peer at equal durability takes at least this many times as long. */
const AIM = 5;
/** In a run that is watched. */
const FEW = 120;
const program = fileURLToPath(new URL("post-contestant.ts", import.meta.url));

interface Choices {
  runs: number;
  posts: number;
  /** False: compares with nobody, and installs nothing. */
  peers: boolean;
}

const TITLES: Record<ContestantName, string> = {
  counterside: "Counterside (WAL, `synchronous=FULL`)",
  "pouchdb-synced": "PouchDB, LevelDB set to sync each batch",
  pouchdb: "PouchDB as installed",
};

/** What the engine's own postings leave in its file, as JSON documents: what every peer is given. */
async function writtenDocuments(folder: string, posts: number): Promise<StoredDocument[][]> {
  const profile = join(folder, "written");
  const engine = await pausedEngine(profile);
  for (let n = 0; n < posts; n += 1) await postReturn(engine, n);
  await engine.close();
  const connections = join(profile, "connections");
  const file = readdirSync(connections).find((name) => name.endsWith(".sqlite")) ?? "";
  const db = new Database(join(connections, file), { readonly: true });
  try {
    const tables = ["entry", "document", "audit"].map((table) => {
      // Computed columns and indexes are the file's own: a peer keeps the facts only.
      const columns = db.prepare<[], string>(`SELECT name FROM pragma_table_info('${table}')`).pluck().all();
      const rows = db
        .prepare<[], StoredDocument["row"]>(
          `SELECT ${columns.join(", ")} FROM ${table} ORDER BY rowid DESC LIMIT ${posts}`,
        )
        .all()
        .reverse();
      if (rows.length !== posts) throw new Error(`${rows.length} rows of ${table} for ${posts} postings`);
      return rows.map((row, n) => ({ id: `${table}-${String(n).padStart(8, "0")}`, row }));
    });
    return Array.from({ length: posts }, (_, n) => tables.flatMap((rows) => rows[n] ?? []));
  } finally {
    db.close();
  }
}

interface Watched {
  syncsPerPost: number;
  /** The share of posts before whose word of being kept a sync had ended. */
  syncedFirst: number;
}

/** Counts what strace saw between `post` and `kept`. */
export function watchedOf(calls: readonly string[]): Watched {
  let [posts, syncs, syncedPosts] = [0, 0, 0];
  let [isPosting, isSynced] = [false, false];
  for (const call of calls) {
    if (/\bwrite\(1<[^>]*>, "post\\n"/.test(call)) [isPosting, isSynced] = [true, false];
    if (!isPosting) continue;
    if (/\b(?:fsync|fdatasync)\(/.test(call)) syncs += 1;
    if (/\b(?:fsync|fdatasync)(?:\(.*| resumed>.*)\)\s+= 0$/.test(call)) isSynced = true;
    if (!/\bwrite\(1<[^>]*>, "kept\\n"/.test(call)) continue;
    posts += 1;
    if (isSynced) syncedPosts += 1;
    isPosting = false;
  }
  if (posts === 0) throw new Error("the watched run marked no post");
  return { syncsPerPost: syncs / posts, syncedFirst: syncedPosts / posts };
}

interface Place {
  folder: string;
  documents: string;
  warmUp: number;
}

let runs = 0;
function commandOf(name: ContestantName, place: Place, how: "marked" | "timed"): string[] {
  runs += 1;
  const own = join(place.folder, `${name}-${runs}`);
  mkdirSync(own);
  return ["--no-warnings", program, name, own, place.documents, String(place.warmUp), how];
}

async function timed(name: ContestantName, place: Place): Promise<number> {
  const result = await runCommand(process.execPath, commandOf(name, place, "timed"), { timeoutMs: 600_000 });
  if (result.code !== 0) throw new Error(`${name} did not get through:\n${tail(result.output)}`);
  return median(z.array(z.number()).parse(JSON.parse(result.stdout.trimEnd().split("\n").at(-1) ?? "")));
}

/** Null where system calls can't be watched here. */
async function watched(name: ContestantName, place: Place): Promise<Watched | null> {
  if (spawnSync("strace", ["-qq", "-o", "/dev/null", "true"]).status !== 0) return null;
  const calls = join(place.folder, `${name}.calls`);
  const watch = ["-f", "-qq", "-y", "-e", "trace=write,fsync,fdatasync", "-o", calls];
  const result = await runCommand(
    "strace",
    [...watch, process.execPath, ...commandOf(name, { ...place, warmUp: 0 }, "marked")],
    { timeoutMs: 600_000 },
  );
  if (result.code !== 0)
    throw new Error(`${name} did not get through while watched:\n${tail(result.output)}`);
  return watchedOf(readFileSync(calls, "utf8").split("\n"));
}

interface Measured {
  name: ContestantName;
  medians: number[];
  watched: Watched | null;
}

/** By its source: what it keeps outlives a power cut right after its word. */
const MEANT_DURABLE: Record<ContestantName, boolean> = {
  counterside: true,
  "pouchdb-synced": true,
  pouchdb: false,
};

/** Equal to ours: meant to be, and seen to end a sync before every single word of being kept. */
const isDurable = ({ name, watched }: Measured): boolean =>
  MEANT_DURABLE[name] && (watched === null || watched.syncedFirst === 1);

function verdictOf(all: readonly Measured[]): string {
  const ours = all.find(({ name }) => name === "counterside");
  if (ours === undefined || !isDurable(ours)) return "**Counterside itself was not durable in this run.**";
  const peers = all.filter((one) => one !== ours && isDurable(one));
  const [best] = peers.toSorted((a, b) => median(a.medians) - median(b.medians));
  const left = all.filter((one) => !isDurable(one)).map(({ name }) => TITLES[name]);
  const notCounted =
    left.length === 0
      ? ""
      : ` Not counted, because a power cut right after the acknowledgement may lose the post: ${left.join("; ")}.`;
  if (best === undefined) return `Nothing to compare with.${notCounted}`;
  const ratio = median(best.medians.map((peer, run) => peer / (ours.medians[run] ?? Number.NaN)));
  return (
    `Aim: the best peer at equal durability takes at least ${AIM} × as long. ${ratio >= AIM ? "Met" : "**Not met**"}: ` +
    `${TITLES[best.name]} takes ${ratio.toFixed(2)} × as long.${notCounted}`
  );
}

const timesOf = ({ name, medians }: Measured): Figure => ({
  what: TITLES[name],
  unit: "ms",
  digits: 3,
  runs: medians,
});

function syncsOf({ name, watched }: Measured): Figure[] {
  const title = TITLES[name];
  if (watched === null) return [];
  return [
    { what: `${title}: syncs a post`, unit: "", digits: 2, runs: [watched.syncsPerPost] },
    {
      what: `${title}: posts synced before the acknowledgement`,
      unit: "%",
      digits: 0,
      runs: [watched.syncedFirst * 100],
    },
  ];
}

function methodOf({ posts, peers }: Choices): string {
  const how = `Each store in a process, in turn, ${posts} posts a run. Syncs are counted by strace in a run that isn't timed.`;
  if (!peers) return `A purchase return of three lines. ${how} A quick run installs no peer.`;
  return (
    "A purchase return of three lines, from the channel to its `ok`; the peers: one bulk write of its rows as JSON, " +
    `without checks. ${how} PouchDB ${peerVersion("pouchdb-core")} (leveldown ${peerVersion("leveldown")}) writes a ` +
    "batch without a sync, so it was also measured with one."
  );
}

export async function measurePostPeers(
  choices: Choices,
  progress: (words: string) => void,
): Promise<Section> {
  if (!choices.peers) progress("  a quick run: peers are neither installed nor compared with");
  // Installed now, in the open, and not by a contestant.
  else await loadPeer("pouchdb-core");
  const names: ContestantName[] = choices.peers ? [...CONTESTANTS] : ["counterside"];
  const folder = mkdtempSync(join(tmpdir(), "counterside-bench-"));
  try {
    const warmUp = Math.ceil(choices.posts / 5);
    const written = await writtenDocuments(folder, choices.posts + warmUp);
    const placeOf = (name: string, postings: number): Place => {
      const documents = join(folder, name);
      writeFileSync(
        documents,
        written
          .slice(0, postings)
          .map((posting) => `${JSON.stringify(posting)}\n`)
          .join(""),
      );
      return { folder, documents, warmUp: Math.ceil(postings / 6) };
    };
    const place = placeOf("documents", written.length);
    const few = placeOf("few", FEW);
    const all: Measured[] = [];
    for (const name of names) all.push({ name, medians: [], watched: await watched(name, few) });
    if (all.some((one) => one.watched === null))
      progress("  there is no strace here, or it may not trace: syncs are not counted");
    for (let run = 1; run <= choices.runs; run += 1) {
      for (const one of all) one.medians.push(await timed(one.name, place));
      const words = all.map(({ name, medians }) => `${name} ${medians.at(-1)?.toFixed(3)} ms`);
      progress(`  run ${run} of ${choices.runs}: ${words.join(", ")}`);
    }
    return {
      title: "Durable posting compared with other offline stores",
      method: methodOf(choices),
      figures: all.map(timesOf),
      details: all.flatMap(syncsOf),
      verdict: verdictOf(all),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
