/** The signed part of a shop folder: metadata of The Update Framework, and the files that it names. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type Key,
  Metadata,
  MetadataKind,
  MetaFile,
  Root,
  Signature,
  Snapshot,
  TargetFile,
  Targets,
  Timestamp,
} from "@tufjs/models";
import { writeWholeAtOnce } from "../../../main/lib/whole-file.ts";
import { Refusal } from "../say.mjs";
import type { Signer } from "./keys.ts";

const SPEC = "1.0.31";
const DAY_MS = 86_400_000;
/** How long each role's metadata holds, in days. Whose time is over is shown as "may be out of date", and stops nothing. */
const DAYS = { root: 365, targets: 365, settings: 365, lists: 90, snapshot: 30, timestamp: 7 } as const;
/** What isn't named any more stays for counters that read the older metadata a moment ago. */
const KEPT_MS = DAY_MS;

export const TOP_ROLES = ["root", "targets", "snapshot", "timestamp"] as const;
type TopRole = (typeof TOP_ROLES)[number];
export const isTopRole = (role: string): role is TopRole => TOP_ROLES.some((one) => one === role);

const ROLE_NAME = /^[A-Za-z0-9_-]{1,60}$/;

/** The two offices: who signs what, and which paths. */
export const DELEGATED = { lists: ["lists/*"], settings: ["settings/*"] } as const;

export interface Delegation {
  name: string;
  keyids: string[];
  threshold: number;
  terminating: boolean;
  paths: string[];
}
type Role = Metadata<Root> | Metadata<Targets> | Metadata<Snapshot> | Metadata<Timestamp>;

/** Whether one of the patterns fits the path, as the library's own would. */
export const covers = (patterns: readonly string[], path: string): boolean =>
  patterns.some((pattern) => {
    const parts = pattern.split("*").map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"));
    return new RegExp(`^${parts.join("[^/]*")}$`).test(path);
  });

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
const bytesOf = (role: Role): Buffer => Buffer.from(JSON.stringify(role.toJSON(), null, 1));

export interface SigningWorld {
  signers: readonly Signer[];
  /** Milliseconds since 1970. */
  now: number;
  /** Days that what is signed now holds; where left out, each role's own. */
  days?: number | undefined;
}

export type Repository = ReturnType<typeof openRepository>;

/** What lies where in a shop folder. */
const metadataIn = (folder: string): string => join(folder, "lists", "metadata");
const targetsIn = (folder: string): string => join(folder, "lists", "targets");

/** Where a file lies that a target names. */
export const fileOfTarget = (folder: string, { path, hashes }: TargetFile): string =>
  join(targetsIn(folder), dirname(path), `${hashes.sha256 ?? ""}.${path.slice(path.lastIndexOf("/") + 1)}`);

/** Null where it is not there as it was signed: what lies in the folder, anybody may have written. */
export function readWhole(folder: string, file: TargetFile): Buffer | null {
  const path = fileOfTarget(folder, file);
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return null;
  const bytes = readFileSync(path);
  return sha256(bytes) === file.hashes.sha256 ? bytes : null;
}

const expiry = ({ now, days }: SigningWorld, role: string): string => {
  const own = Object.entries(DAYS).find(([name]) => name === role)?.[1] ?? DAYS.lists;
  const until = new Date(now + (days ?? own) * DAY_MS);
  if (Number.isNaN(until.getTime()) || until.getUTCFullYear() > 9_999)
    throw new Refusal(`No metadata holds for ${days ?? own} days.`);
  return until.toISOString().replace(/\.\d{3}Z$/, "Z");
};

/** Makes the first metadata. Refuses where there is some. */
export function initRepository(
  folder: string,
  keyOf: (role: TopRole | keyof typeof DELEGATED) => Key,
  world: SigningWorld,
): Repository {
  if (existsSync(join(metadataIn(folder), "1.root.json")))
    throw new Refusal(`${folder} has signed lists already: init would take their place.`);
  const root = new Root({ version: 0, specVersion: SPEC, expires: expiry(world, "root") });
  for (const role of TOP_ROLES) root.addKey(keyOf(role), role);
  const named = (["lists", "settings"] as const).map((name) => ({
    name,
    keyids: [keyOf(name).keyID],
    threshold: 1,
    terminating: true,
    paths: [...DELEGATED[name]],
  }));
  const all = new Map(named.map(({ name }) => keyOf(name)).map((key) => [key.keyID, key]));
  const repository = made(folder, {
    root: new Metadata(root),
    targets: new Metadata(targetsWith(0, "", {}, all, named)),
    delegated: new Map(named.map(({ name }) => [name, new Metadata(targetsWith(0, "", {}))])),
    snapshot: new Metadata(new Snapshot({ version: 0, specVersion: SPEC, expires: "", meta: {} })),
    timestamp: new Metadata(
      new Timestamp({
        version: 0,
        specVersion: SPEC,
        expires: "",
        snapshotMeta: new MetaFile({ version: 1 }),
      }),
    ),
  });
  repository.write(["root", "targets", "lists", "settings"], world);
  return repository;
}

function targetsWith(
  version: number,
  expires: string,
  targets: Targets["targets"],
  keys: ReadonlyMap<string, Key> = new Map(),
  roles: readonly Delegation[] = [],
): Targets {
  const delegations = {
    keys: Object.fromEntries([...keys].map(([id, key]) => [id, key.toJSON()])),
    roles: roles.map((role) => ({ ...role })),
  };
  return Targets.fromJSON({
    _type: "targets",
    spec_version: SPEC,
    version,
    expires: expires === "" ? new Date(0).toISOString() : expires,
    targets: Object.fromEntries(Object.entries(targets).map(([path, file]) => [path, file.toJSON()])),
    ...(roles.length === 0 ? {} : { delegations }),
  });
}

interface Parts {
  root: Metadata<Root>;
  targets: Metadata<Targets>;
  delegated: Map<string, Metadata<Targets>>;
  snapshot: Metadata<Snapshot>;
  timestamp: Metadata<Timestamp>;
}

/** Reads the newest metadata and holds it against the keys that may sign it. Throws a Refusal. */
export function openRepository(folder: string) {
  const metadata = metadataIn(folder);
  const read = (name: string): unknown => {
    try {
      return JSON.parse(readFileSync(join(metadata, name), "utf8"));
    } catch {
      throw new Refusal(
        `${join(metadata, name)} can't be read. Is ${folder} a shop folder with signed lists?`,
      );
    }
  };
  const known = (name: string) => Object(read(name));
  /** `named`: what says which version it has, and of the ones below the top, which bytes. */
  const checked = <R extends Exclude<Role, Metadata<Root>>>(
    name: string,
    { signed }: R,
    named: MetaFile | undefined,
  ): void => {
    const bytes = readFileSync(join(metadata, name));
    const { version, length = bytes.length, hashes = {} } = named ?? { version: 0 };
    const isSame = (hashes.sha256 ?? sha256(bytes)) === sha256(bytes);
    if (signed.version !== version || bytes.length !== length || !isSame)
      throw new Refusal(`${join(metadata, name)} is not the one that is named beside it.`);
  };
  if (!existsSync(metadata)) throw new Refusal(`${folder} has no signed lists yet: run init first.`);
  const rootVersion = Math.max(
    0,
    ...readdirSync(metadata).map((name) => Number(/^(\d+)\.root\.json$/.exec(name)?.[1] ?? 0)),
  );
  try {
    // As a counter goes from the first one, which names the folder, to the newest.
    let root = Metadata.fromJSON(MetadataKind.Root, known("1.root.json"));
    for (let version = 1; version <= Math.max(1, rootVersion); version += 1) {
      const next = Metadata.fromJSON(MetadataKind.Root, known(`${version}.root.json`));
      if (next.signed.version !== version) throw new Error(`${version}.root.json is another version`);
      for (const by of [root, next]) by.verifyDelegate("root", next);
      root = next;
    }
    const timestamp = Metadata.fromJSON(MetadataKind.Timestamp, known("timestamp.json"));
    root.verifyDelegate("timestamp", timestamp);
    const { version } = timestamp.signed.snapshotMeta;
    const snapshot = Metadata.fromJSON(MetadataKind.Snapshot, known(`${version}.snapshot.json`));
    root.verifyDelegate("snapshot", snapshot);
    checked(`${version}.snapshot.json`, snapshot, timestamp.signed.snapshotMeta);
    const metaOf = (role: string) => snapshot.signed.meta[`${role}.json`];
    const versionOf = (role: string): number => metaOf(role)?.version ?? 0;
    const targets = Metadata.fromJSON(MetadataKind.Targets, known(`${versionOf("targets")}.targets.json`));
    root.verifyDelegate("targets", targets);
    checked(`${versionOf("targets")}.targets.json`, targets, metaOf("targets"));
    const delegated = new Map(
      Object.keys(targets.signed.delegations?.roles ?? {}).map((role) => {
        const one = Metadata.fromJSON(MetadataKind.Targets, known(`${versionOf(role)}.${role}.json`));
        targets.verifyDelegate(role, one);
        checked(`${versionOf(role)}.${role}.json`, one, metaOf(role));
        return [role, one];
      }),
    );
    return made(folder, { root, targets, delegated, snapshot, timestamp });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(
      `What is signed in ${folder} does not hold: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function made(folder: string, parts: Parts) {
  const metadata = metadataIn(folder);
  const delegations = (): Delegation[] =>
    Object.values(parts.targets.signed.delegations?.roles ?? {}).map((role) => ({
      name: role.name,
      keyids: [...role.keyIDs],
      threshold: role.threshold,
      terminating: role.terminating,
      paths: [...(role.paths ?? [])],
    }));
  const keyIdsOf = (role: string): { keyids: readonly string[]; threshold: number } => {
    const top = isTopRole(role) ? parts.root.signed.roles[role] : undefined;
    if (top !== undefined) return { keyids: top.keyIDs, threshold: top.threshold };
    const found = delegations().find(({ name }) => name === role);
    if (found === undefined) throw new Refusal(`There is no role "${role}".`);
    return found;
  };
  const keysOfRoot = () => {
    const { keyids, threshold } = keyIdsOf("root");
    return { keyids: [...keyids], threshold };
  };
  const roleOf = (role: string): Metadata<Targets> => {
    const found = parts.delegated.get(role);
    if (found === undefined) throw new Refusal(`There is no role "${role}".`);
    return found;
  };
  const put = (name: string, bytes: Buffer): void => {
    mkdirSync(metadata, { recursive: true });
    writeWholeAtOnce(join(metadata, name), (unfinished) => writeFileSync(unfinished, bytes, { mode: 0o644 }));
  };
  /** `also`: keys that signed the version before, for a root is proved by both. */
  const signed = <R extends Root | Targets | Snapshot | Timestamp>(
    role: string,
    content: R,
    { signers }: SigningWorld,
    also: { keyids: readonly string[]; threshold: number } | null = null,
  ): Metadata<R> => {
    const { keyids, threshold } = keyIdsOf(role);
    const result = new Metadata(content);
    const mine = signers.filter(({ key }) => keyids.includes(key.keyID));
    if (mine.length < threshold)
      throw new Refusal(
        `"${role}" needs ${threshold} of its keys and ${mine.length} are here: name their folder with --keys, or a command with --sign-with.`,
      );
    const ofBefore = signers.filter(({ key }) => also?.keyids.includes(key.keyID) === true);
    if (also !== null && ofBefore.length < also.threshold)
      throw new Refusal(
        `The keys that "${role}" had so far sign the change too: ${also.threshold} of them are needed.`,
      );
    const before = ofBefore.filter(({ key }) => !keyids.includes(key.keyID));
    for (const signer of [...mine, ...before])
      result.sign((bytes) => {
        const sig = signer.sign(bytes);
        return new Signature({ keyID: signer.key.keyID, sig });
      });
    for (const { key } of [...mine, ...before]) {
      try {
        key.verifySignature(result);
      } catch {
        throw new Refusal(`What was signed for "${role}" does not hold against its public key.`);
      }
    }
    return result;
  };
  const rawRoot = (root: Root, changes: object): Root => Root.fromJSON({ ...root.toJSON(), ...changes });
  /** Of the root before, as long as its keys are being changed: it signs its successor. */
  let rootBefore: { keyids: readonly string[]; threshold: number } | null = null;

  /** Signs these roles anew, then the snapshot, and the timestamp at the very end: until then nothing has changed. */
  const write = (roles: readonly string[], world: SigningWorld): void => {
    const files: [name: string, bytes: Buffer][] = [];
    if (roles.includes("root")) {
      const version = parts.root.signed.version + 1;
      const next = rawRoot(parts.root.signed, { version, expires: expiry(world, "root") });
      parts.root = signed("root", next, world, rootBefore);
      rootBefore = null;
      files.push([`${version}.root.json`, bytesOf(parts.root)]);
    }
    const again = (role: string, of: Metadata<Targets>): Metadata<Targets> => {
      const version = of.signed.version + 1;
      const next = Targets.fromJSON({ ...of.signed.toJSON(), version, expires: expiry(world, role) });
      const result = signed(role, next, world);
      files.push([`${version}.${role}.json`, bytesOf(result)]);
      return result;
    };
    for (const [role, of] of parts.delegated)
      if (roles.includes(role)) parts.delegated.set(role, again(role, of));
    if (roles.includes("targets")) parts.targets = again("targets", parts.targets);
    const all: [string, Metadata<Targets>][] = [["targets", parts.targets], ...parts.delegated];
    const meta = Object.fromEntries(
      all.map(([role, of]) => {
        const bytes = bytesOf(of);
        const { version } = of.signed;
        return [
          `${role}.json`,
          new MetaFile({ version, length: bytes.length, hashes: { sha256: sha256(bytes) } }),
        ];
      }),
    );
    const snapshotVersion = parts.snapshot.signed.version + 1;
    parts.snapshot = signed(
      "snapshot",
      new Snapshot({ version: snapshotVersion, specVersion: SPEC, expires: expiry(world, "snapshot"), meta }),
      world,
    );
    const snapshot = bytesOf(parts.snapshot);
    files.push([`${snapshotVersion}.snapshot.json`, snapshot]);
    parts.timestamp = signed(
      "timestamp",
      new Timestamp({
        version: parts.timestamp.signed.version + 1,
        specVersion: SPEC,
        expires: expiry(world, "timestamp"),
        snapshotMeta: new MetaFile({
          version: snapshotVersion,
          length: snapshot.length,
          hashes: { sha256: sha256(snapshot) },
        }),
      }),
      world,
    );
    // All is signed before anything is put.
    for (const [name, bytes] of files) put(name, bytes);
    put("timestamp.json", bytesOf(parts.timestamp));
  };
  const setDelegations = (roles: readonly Delegation[], keys: ReadonlyMap<string, Key>): void => {
    const { version, expires, targets } = parts.targets.signed;
    parts.targets = new Metadata(targetsWith(version, expires, targets, keys, roles));
  };
  const delegatedKeys = (): Map<string, Key> =>
    new Map(Object.entries(parts.targets.signed.delegations?.keys ?? {}));

  return {
    folder,
    write,
    keyIdsOf,
    roleNames: (): string[] => [...TOP_ROLES, ...parts.delegated.keys()],
    delegations,
    targetsOf: (role: string): Targets["targets"] => roleOf(role).signed.targets,
    /** The signed part of a role. */
    signedOf: (role: string): { version: number; expires: string } =>
      role === "root" || role === "targets" || role === "snapshot" || role === "timestamp"
        ? parts[role].signed
        : roleOf(role).signed,
    /** Puts a file where its target names it; the metadata that names it is not yet written. */
    addTarget(role: string, path: string, bytes: Buffer, custom: object): void {
      const { paths } = delegations().find(({ name }) => name === role) ?? { paths: [] };
      if (!covers(paths, path)) throw new Refusal(`"${role}" may not sign ${path}.`);
      const file = TargetFile.fromJSON(path, {
        length: bytes.length,
        hashes: { sha256: sha256(bytes) },
        custom: JSON.parse(JSON.stringify(custom)),
      });
      const target = fileOfTarget(folder, file);
      mkdirSync(dirname(target), { recursive: true });
      if (readWhole(folder, file) === null)
        writeWholeAtOnce(target, (unfinished) => writeFileSync(unfinished, bytes, { mode: 0o644 }));
      roleOf(role).signed.addTarget(file);
    },
    removeTarget(role: string, path: string): void {
      delete roleOf(role).signed.targets[path];
    },
    /** Adds a key to a role. Sign with `write` afterwards. Returns what must be signed. */
    addKey(role: string, key: Key, threshold?: number): string[] {
      if (isTopRole(role)) {
        if (role === "root") rootBefore = keysOfRoot();
        const { keyids } = keyIdsOf(role);
        if (keyids.includes(key.keyID)) throw new Refusal(`"${role}" has this key already.`);
        parts.root.signed.addKey(key, role);
        if (threshold !== undefined) setThreshold(role, threshold);
        return role === "root" ? ["root"] : ["root", ...(role === "targets" ? [role] : [])];
      }
      const roles = delegations();
      const found = roles.find(({ name }) => name === role);
      if (found === undefined) throw new Refusal(`There is no role "${role}".`);
      if (found.keyids.includes(key.keyID)) throw new Refusal(`"${role}" has this key already.`);
      found.keyids.push(key.keyID);
      if (threshold !== undefined) found.threshold = threshold;
      setDelegations(roles, delegatedKeys().set(key.keyID, key));
      return ["targets", role];
    },
    /** Puts one key in the place of all that a role has. Returns what must be signed. */
    replaceKeys(role: string, key: Key): string[] {
      if (isTopRole(role)) {
        const { signed: root } = parts.root;
        if (role === "root") rootBefore = keysOfRoot();
        const json = root.toJSON();
        const next = Root.fromJSON({
          ...json,
          keys: { ...Object(json.keys), [key.keyID]: key.toJSON() },
          roles: { ...Object(json.roles), [role]: { keyids: [key.keyID], threshold: 1 } },
        });
        parts.root = new Metadata(next);
        return role === "targets" ? ["root", "targets"] : ["root"];
      }
      const roles = delegations();
      const found = roles.find(({ name }) => name === role);
      if (found === undefined) throw new Refusal(`There is no role "${role}".`);
      found.keyids = [key.keyID];
      found.threshold = 1;
      setDelegations(roles, delegatedKeys().set(key.keyID, key));
      return ["targets", role];
    },
    /** Delegates paths to a new role. Returns what must be signed. */
    addRole(name: string, paths: readonly string[], key: Key): string[] {
      const roles = delegations();
      if (isTopRole(name) || roles.some((role) => role.name === name))
        throw new Refusal(`There is a role "${name}".`);
      // It names a file, and counters read no file of another name.
      if (!ROLE_NAME.test(name))
        throw new Refusal(`A role's name is of letters, digits, "_" and "-", not "${name}".`);
      // Before the ones whose paths are wider: the first that fits is asked, and no other.
      setDelegations(
        [{ name, keyids: [key.keyID], threshold: 1, terminating: true, paths: [...paths] }, ...roles],
        delegatedKeys().set(key.keyID, key),
      );
      parts.delegated.set(name, new Metadata(targetsWith(0, "", {})));
      return ["targets", name];
    },
    /** Removes what nothing names any more and was written longer ago than a day. Returns how many. */
    tidy(now: number): number {
      const named = new Set(
        [...parts.delegated.values()].flatMap((role) =>
          Object.values(role.signed.targets).map((file) => fileOfTarget(folder, file)),
        ),
      );
      const current = new Set([
        "timestamp.json",
        `${parts.snapshot.signed.version}.snapshot.json`,
        `${parts.targets.signed.version}.targets.json`,
        ...[...parts.delegated].map(([role, of]) => `${of.signed.version}.${role}.json`),
      ]);
      let removed = 0;
      const remove = (path: string): void => {
        if (now - statSync(path).mtimeMs < KEPT_MS) return;
        rmSync(path);
        removed += 1;
      };
      for (const part of existsSync(targetsIn(folder)) ? readdirSync(targetsIn(folder)) : [])
        for (const name of readdirSync(join(targetsIn(folder), part))) {
          const path = join(targetsIn(folder), part, name);
          if (!named.has(path)) remove(path);
        }
      // Every root stays: a counter goes from the one it knows to the newest.
      for (const name of readdirSync(metadata))
        if (!current.has(name) && !name.endsWith(".root.json")) remove(join(metadata, name));
      return removed;
    },
    /** What of the files that are named is missing or another. */
    wrongFiles(): string[] {
      return [...parts.delegated.values()].flatMap((role) =>
        Object.values(role.signed.targets).flatMap((file) =>
          readWhole(folder, file) === null ? [fileOfTarget(folder, file)] : [],
        ),
      );
    },
    /** SHA-256 of the first root: counters and the policy name the folder by it. */
    fingerprint: (): string => sha256(readFileSync(join(metadata, "1.root.json"))),
  };
  function setThreshold(role: TopRole, threshold: number): void {
    const json = parts.root.signed.toJSON();
    const { keyids } = keyIdsOf(role);
    const roles = { ...Object(json.roles), [role]: { keyids: [...keyids], threshold } };
    parts.root = new Metadata(Root.fromJSON({ ...json, roles }));
  }
}
