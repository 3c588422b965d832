/** The states that a power cut may leave, point by point of a record of operations. Pure but for the chance of its seed. */
import { createHash } from "node:crypto";
import { Chance } from "../simulator/chance.ts";
import { type Choice, type Content, Disk, type Pending } from "./disk.ts";
import type { Operation } from "./operations.ts";

/** What had been said and sent by then. */
export interface Said {
  said: readonly string[];
  sent: readonly string[];
}

export interface PowerCut extends Said {
  /** So many operations had been done. */
  at: number;
  /** In words, for who looks for the fault. */
  choice: string;
  content: Content;
}

const SECTOR = 512;
const PAGE = 4_096;

const lengthOf = (pending: Pending): number =>
  "of" in pending && pending.change.kind === "write" ? pending.change.data.length : 0;
const sectorsOf = (pending: Pending): number => Math.max(1, Math.ceil(lengthOf(pending) / SECTOR));
/** Absent, whole, or cut off at a sector. */
const waysOf = (pending: readonly Pending[]): bigint =>
  pending.reduce((ways, one) => ways * BigInt(1 + sectorsOf(one)), 1n);

/** Where a write may be torn: at each page, and at two sectors that chance picks. */
function tearsOf(pending: Pending, chance: Chance): number[] {
  const length = lengthOf(pending);
  const pages = Array.from({ length: Math.ceil(length / PAGE) - 1 }, (_, n) => (n + 1) * PAGE);
  const sectors =
    length <= SECTOR ? [] : [0, 1].map(() => SECTOR * chance.between(1, Math.ceil(length / SECTOR) - 1));
  return [...new Set([...pages, ...sectors])].filter((tear) => tear < length);
}

/** The plain ways (nothing, all, each beginning with its end whole or torn, all but one, one alone), then some at random. */
function* choices(pending: readonly Pending[], chance: Chance, random: number): Generator<Choice> {
  const count = pending.length;
  const only = (isIn: (index: number) => boolean): boolean[] => pending.map((_, index) => isIn(index));
  for (let end = 0; end <= count; end += 1) {
    yield only((index) => index < end);
    const last = pending[end];
    if (last === undefined) continue;
    for (const tear of tearsOf(last, chance))
      yield pending.map((_, index) => (index === end ? tear : index < end));
  }
  for (let one = 0; one < count; one += 1) {
    yield only((index) => index !== one);
    yield only((index) => index === one);
  }
  for (let n = 0; n < random; n += 1)
    yield pending.map((one) => {
      if (chance.happens(0.5)) return chance.happens(0.5);
      const tears = tearsOf(one, chance);
      return tears.length === 0 ? true : chance.pick(tears);
    });
}

const shown = (choice: Choice): string =>
  choice.map((how) => (how === true ? "+" : how === false ? "-" : `(${how})`)).join("");

const keyOf = (content: Content, { said, sent }: Said): string => {
  const hash = createHash("sha1").update(`${said.length} ${sent.length}`);
  for (const path of [...content.keys()].sort())
    hash.update(`\n${path}\n`).update(content.get(path) ?? "folder");
  return hash.digest("hex");
};

export interface Looks {
  seed: number;
  /** So many ways at random for each point, beside the plain ones. */
  random: number;
  /** Points before this operation are left out. */
  from: number;
}

/**
 * Each point at which a cut is looked at, which is where most can be lost: before each sync, after each word that was
 * said or sent, and at the end. What a cut at any other point leaves is among what one of these leaves.
 */
function* points(
  operations: readonly Operation[],
  from: number,
): Generator<{ disk: Disk; at: number } & Said> {
  const disk = new Disk();
  const said: string[] = [];
  const sent: string[] = [];
  for (const [at, operation] of operations.entries()) {
    if (operation.kind === "sync" && at >= from) yield { disk, at, said, sent };
    disk.do(operation);
    if (operation.kind === "said") said.push(operation.text);
    else if (operation.kind === "sent") sent.push(operation.text);
    else continue;
    if (at + 1 >= from) yield { disk, at: at + 1, said, sent };
  }
  yield { disk, at: operations.length, said, sent };
}

/** How many cuts `powerCuts` would try, and how many different ways there are in all to lose what was pending. */
export function countPowerCuts(
  operations: readonly Operation[],
  looks: Looks,
): { tried: number; possible: bigint } {
  const chance = new Chance(looks.seed, "power cuts");
  let [tried, possible] = [0, 0n];
  for (const { disk } of points(operations, looks.from)) {
    possible += waysOf(disk.pending);
    for (const _ of choices(disk.pending, chance, looks.random)) tried += 1;
  }
  return { tried, possible };
}

/** The states after power cuts, each once; of all that are tried about this share. */
export function* powerCuts(operations: readonly Operation[], looks: Looks, share = 1): Generator<PowerCut> {
  const chance = new Chance(looks.seed, "power cuts");
  const taken = new Chance(looks.seed, "taken");
  const seen = new Set<string>();
  for (const { disk, at, said, sent } of points(operations, looks.from))
    for (const choice of choices(disk.pending, chance, looks.random)) {
      if (!taken.happens(share)) continue;
      const content = disk.after(choice);
      const key = keyOf(content, { said, sent });
      if (seen.has(key)) continue;
      seen.add(key);
      yield { at, choice: shown(choice), content, said: [...said], sent: [...sent] };
    }
}
