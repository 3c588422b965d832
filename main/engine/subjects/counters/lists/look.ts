/** What is done of lists on the thread: looking at what is published, proving it, and putting it where the engine reads it. */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TargetFile } from "tuf-js";
import { z } from "zod";
import type { ShopFolderState } from "../../../../../contract/channels/shop-folder.ts";
import { CountersideError } from "../../../../../contract/error.ts";
import { keyColumnsOf, type List } from "../../../../../contract/lists.ts";
import { flushAtOnce, makeFolderAtOnce, removeAtOnce, writeWhole } from "../../../../lib/whole-file.ts";
import { leastSpare } from "../../../file/disk.ts";
import { isBlank } from "../../../import/file-rows.ts";
import { withRows } from "../../../import/open-rows.ts";
import { hashOfFile, type ListVersion, listVersion } from "../../../import/run/list-versions.ts";
import { writePieces } from "../backups/age-files.ts";
import { NO_TRUST } from "../config.ts";
import type { JobWorld } from "../job-world.ts";
import { readKept, workFolder, writeKept } from "../kept.ts";
import { placeFailed, type ShopPlace } from "../place/shop-place.ts";
import {
  CHANGE_COLUMN,
  changeTarget,
  fullTarget,
  isAmong,
  PLAIN,
  type PublishedFull,
  plainFileName,
  publishedChange,
  publishedColumns,
  publishedCsvLine,
  publishedFull,
  SETTINGS_TARGET,
} from "./published.ts";
import { MOST_SETTINGS_BYTES, signedSettingsFile } from "./signed-settings.ts";
import { NotTrusted, openTrusted, type TrustAsked, type TrustedMetadata } from "./trusted-metadata.ts";

/** A list's file may have as much: more than a million rows. */
const MOST_BYTES = 1024 ** 3;
const MANIFEST_BYTES = 10_000;
const PLAIN_ORIGIN = "plain";

/** What the counter has of a list. */
export interface HasList {
  list: List;
  /** Which folder numbered it. */
  origin: string | null;
  version: number | null;
  /** A difference can be taken on it. */
  isWhole: boolean;
  /** There is no row of it: what is newest is taken, in any rollout. */
  isEmpty: boolean;
}

export interface ListsAsked extends TrustAsked {
  deviceId: string;
  /** The owner's policy says that a folder without signatures is believed. */
  isUnsigned: boolean;
  has: readonly HasList[];
}

export interface SeenList {
  list: List;
  /** Here and proven, to be taken. */
  ready: ListVersion | null;
  /** A version whose turn has not come on this counter. */
  laterVersion: number | null;
}

export interface ListsSeen {
  trust: ShopFolderState["trust"];
  lists: SeenList[];
}

/** Below the profile: what was fetched and is not taken yet. */
const listsFolder = (profile: string): string => join(workFolder(profile), "lists");

function assertRoom(folder: string, bytes: number): void {
  if (bytes > MOST_BYTES) throw placeFailed("broken", `more than ${MOST_BYTES} bytes`);
  const spare = leastSpare([folder]);
  if (spare !== null && spare < 2 * bytes)
    throw new CountersideError("storage_full", { reason: "disk", path: folder, os: "ENOSPC", said: "" });
}

/** What the differences say of one record. */
interface Changed {
  change: string;
  lines: string[];
}

/** Adds what a difference says to what those before it said: of each record the last word. */
async function addDifference(list: List, path: string, records: Map<string, Changed>): Promise<void> {
  const how = { delimiter: "contract", encoding: "contract" } as const;
  const columns = publishedColumns(list);
  const keys = keyColumnsOf(list).map((name) => columns.indexOf(name));
  await withRows(path, how, new AbortController().signal, async (opened) => {
    let isHeader = true;
    const met = new Set<string>();
    for await (const row of opened.rows(null)) {
      if ("broken" in row || row.refused !== undefined)
        throw placeFailed("broken", "a difference can't be read");
      if (isBlank(row)) continue;
      const [change = "", ...cells] = row.cells;
      if (isHeader) {
        if (change !== CHANGE_COLUMN || cells.join() !== columns.join())
          throw placeFailed("broken", "a difference has other columns");
        isHeader = false;
        continue;
      }
      const key = keys.map((at) => cells[at] ?? "").join("\u0000");
      const line = publishedCsvLine(cells);
      const known = records.get(key);
      if (known !== undefined && met.has(key)) known.lines.push(line);
      else records.set(key, { change, lines: [line] });
      met.add(key);
    }
  });
}

async function writePart(list: List, path: string, lines: Iterable<string>): Promise<ListVersion["put"]> {
  const all = [...lines];
  if (all.length === 0) return null;
  await writeWhole(path, async (unfinished) =>
    writeFileSync(unfinished, publishedCsvLine(publishedColumns(list)) + all.join(""), { mode: 0o600 }),
  );
  return { path, sha256: (await hashOfFile(path)) ?? "" };
}

interface Offer {
  full: TargetFile;
  custom: PublishedFull;
  /** The differences from the counter's version on to the one that is its turn. */
  changes: { file: TargetFile; version: number; rows: number; publishedAt: string }[] | null;
  to: { version: number; rows: number; publishedAt: string };
}

/** Which version this counter takes, and by which files; a number: only a later one, whose turn has not come. */
async function choose(
  trusted: TrustedMetadata,
  has: HasList,
  deviceId: string,
  now: number,
): Promise<Offer | number | null> {
  const { list } = has;
  const full = await trusted.target(fullTarget(list));
  if (full === null) return null;
  const custom = publishedFull.parse(full.custom);
  if (custom.list !== list) throw new NotTrusted("signature");
  const version = has.origin === trusted.fingerprint ? has.version : null;
  const isTurn = (of: PublishedFull): boolean => isAmong(of.rollout, list, of.version, deviceId, now);
  const whole: Offer = { full, custom, changes: null, to: custom };
  if (version === null || version > custom.version)
    return has.isEmpty || isTurn(custom) ? whole : custom.version;
  if (!has.isWhole) return isTurn(custom) ? whole : custom.version;
  if (version === custom.version) return null;
  const changes: NonNullable<Offer["changes"]> = [];
  let taken = 0;
  for (let next = version + 1; next <= custom.version; next += 1) {
    const file = await trusted.target(changeTarget(list, next));
    // The chain is broken: only the whole list leads on.
    if (file === null) return isTurn(custom) ? whole : custom.version;
    const of = publishedChange.parse(file.custom);
    changes.push({ file, version: next, rows: of.rows, publishedAt: of.publishedAt });
    if (isTurn(of)) taken = changes.length;
  }
  const last = changes[taken - 1];
  if (last === undefined) return custom.version;
  const chain = changes.slice(0, taken);
  const bytes = chain.reduce((sum, { file }) => sum + file.length, 0);
  if (last.version === custom.version && bytes >= full.length) return whole;
  return { full, custom, changes: chain, to: last };
}

const manifest = z.object({ from: z.number().nullable(), version: listVersion });

/** Fetches and proves what was chosen, and writes it as one file of rows to put and one of rows that are gone. */
async function fetchOffer(
  { profile }: JobWorld,
  trusted: TrustedMetadata,
  { list, version: from }: HasList,
  { full, changes, to }: Offer,
): Promise<ListVersion> {
  const folder = listsFolder(profile);
  makeFolderAtOnce(folder);
  const base = `${list}.${to.version}${changes === null ? ".whole" : ""}`;
  const note = join(folder, `${base}.json`);
  const isOf = changes === null ? null : from;
  const there = readKept(note, MANIFEST_BYTES, manifest);
  if (there !== null && there.from === isOf && there.version.origin === trusted.fingerprint) {
    const files = [there.version.put, there.version.gone].filter((one) => one !== null);
    const hashes = await Promise.all(files.map(({ path }) => hashOfFile(path)));
    if (hashes.every((hash, at) => hash === files[at]?.sha256)) return there.version;
  }
  for (const name of readdirSync(folder)) if (name.startsWith(`${list}.`)) removeAtOnce(join(folder, name));
  const of = {
    origin: trusted.fingerprint,
    version: to.version,
    rows: to.rows,
    publishedAt: Date.parse(to.publishedAt),
  };
  const path = (part: string): string => join(folder, `${base}.${part}.csv`);
  let version: ListVersion;
  if (changes === null) {
    assertRoom(folder, full.length);
    await trusted.download(full, path("put"));
    flushAtOnce(path("put"));
    version = {
      ...of,
      isWhole: true,
      put: { path: path("put"), sha256: full.hashes.sha256 ?? "" },
      gone: null,
    };
  } else {
    const records = new Map<string, Changed>();
    for (const { file } of changes) {
      assertRoom(folder, file.length);
      await trusted.download(file, path("change"));
      await addDifference(list, path("change"), records);
    }
    removeAtOnce(path("change"));
    const all = [...records.values()];
    const linesOf = (isGone: boolean): string[] =>
      all.filter(({ change }) => (change === "removed") === isGone).flatMap(({ lines }) => lines);
    const put = await writePart(list, path("put"), linesOf(false));
    const gone = await writePart(list, path("gone"), linesOf(true));
    version = { ...of, isWhole: false, put, gone };
  }
  writeKept(note, JSON.stringify({ from: isOf, version }));
  return version;
}

/** A folder without signatures: what lies in it is believed. */
async function lookAtPlain({ place, profile }: JobWorld, { has }: ListsAsked): Promise<ListsSeen> {
  const trust: ShopFolderState["trust"] = { ...NO_TRUST, state: "unsigned" };
  const there = new Map((await place.list(PLAIN)).map((each) => [each.name, each]));
  const lists: SeenList[] = [];
  for (const { list, version, origin } of has) {
    const found = there.get(plainFileName(list));
    if (found === undefined) continue;
    const number = Math.max(1, Math.floor(found.at / 1_000));
    if (origin === PLAIN_ORIGIN && version === number) continue;
    const folder = listsFolder(profile);
    makeFolderAtOnce(folder);
    assertRoom(folder, found.bytes);
    const path = join(folder, `${list}.${number}.plain.csv`);
    if (!existsSync(path)) {
      for (const name of readdirSync(folder))
        if (name.startsWith(`${list}.`)) removeAtOnce(join(folder, name));
      await fetchPlain(place, found.name, path);
    }
    const put = { path, sha256: (await hashOfFile(path)) ?? "" };
    const ready = {
      origin: PLAIN_ORIGIN,
      version: number,
      rows: 0,
      publishedAt: Math.floor(found.at),
      isWhole: true,
      put,
      gone: null,
    };
    lists.push({ list, ready, laterVersion: null });
  }
  return { trust, lists };
}

async function fetchPlain(place: ShopPlace, name: string, path: string): Promise<void> {
  const parts = await place.get(name);
  if (parts === null) throw placeFailed("broken", `${name} is missing`);
  await writeWhole(path, (unfinished) => writePieces(parts, unfinished, MOST_BYTES));
}

/** Looks at what is published, and fetches what this counter may take now. Throws `place_failed`, `storage_full`. */
export async function look(world: JobWorld, asked: ListsAsked): Promise<ListsSeen> {
  let fingerprint: string | null = null;
  try {
    const trusted = await openTrusted(world, asked);
    if (trusted === null) {
      // They were another place's.
      removeAtOnce(signedSettingsFile(world.profile));
      return asked.isUnsigned ? await lookAtPlain(world, asked) : { trust: NO_TRUST, lists: [] };
    }
    fingerprint = trusted.fingerprint;
    const now = world.now();
    const chosen: [HasList, Offer | number][] = [];
    for (const has of asked.has) {
      const offer = await choose(trusted, has, asked.deviceId, now);
      if (offer !== null) chosen.push([has, offer]);
    }
    const settings = await trusted.target(SETTINGS_TARGET);
    if (settings === null) removeAtOnce(signedSettingsFile(world.profile));
    else if (settings.length <= MOST_SETTINGS_BYTES)
      await trusted.download(settings, signedSettingsFile(world.profile));
    const lists: SeenList[] = [];
    for (const [has, offer] of chosen)
      lists.push(
        typeof offer === "number"
          ? { list: has.list, ready: null, laterVersion: offer }
          : { list: has.list, ready: await fetchOffer(world, trusted, has, offer), laterVersion: null },
      );
    const { expiresAt } = trusted;
    trusted.keep();
    const isOver = Date.parse(expiresAt) <= now;
    const trust = {
      state: isOver ? "out_of_date" : "signed",
      expiresAt,
      reason: null,
      root: fingerprint,
    } as const;
    return { trust, lists };
  } catch (error) {
    if (!(error instanceof NotTrusted) && !(error instanceof z.ZodError)) throw error;
    const reason = error instanceof NotTrusted ? error.refusal : "signature";
    return {
      trust: { state: "refused", expiresAt: null, reason, root: fingerprint },
      lists: [],
    };
  }
}
