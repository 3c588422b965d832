/** Who is killed when: written down by a seed, so that a campaign can be run again. Pure. */

/** A number from 0 up to (not including) 1, the same for the same seed and key on every machine. */
export function seededFraction(seed: number, key: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${seed}:${key}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Who is killed: the headless engine, the engine inside the app, or the app itself. */
export const VICTIMS = ["engine", "engineInApp", "app"] as const;
export type Victim = (typeof VICTIMS)[number];

export interface PlannedKill {
  n: number;
  victim: Victim;
  /** What the time to the SIGKILL is counted from: the start of the process, or the moment it takes work. */
  from: "start" | "ready";
  afterMs: number;
}

/** Counted from ready, a life is long enough for posting, sending and the answers; each of them is hit. */
const LONGEST_MS: Record<Victim, number> = { engine: 700, engineInApp: 500, app: 900 };
/** One engine in four is killed while it starts, recovers and migrates. */
const WHILE_STARTING = 0.25;
const LONGEST_START_MS = 500;

/**
 * `kills` kills. About one in fifteen is an app's, whose engine is killed first, so that app kills come in pairs:
 * first the engine inside it, then the app that has started it again.
 */
export function planKills(seed: number, kills: number, appKills: number): PlannedKill[] {
  const pairs = Math.min(Math.floor(appKills / 2), Math.floor(kills / 2));
  const engines = kills - 2 * pairs;
  const every = pairs === 0 ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(engines / pairs));
  const planned: PlannedKill[] = [];
  const add = (victim: Victim) => {
    const n = planned.length + 1;
    const starting = victim === "engine" && seededFraction(seed, `from ${n}`) < WHILE_STARTING;
    const longest = starting ? LONGEST_START_MS : LONGEST_MS[victim];
    const afterMs = Math.floor(seededFraction(seed, `death ${n}`) * longest);
    planned.push({ n, victim, from: starting ? "start" : "ready", afterMs });
  };
  let paired = 0;
  for (let engine = 0; engine < engines; engine += 1) {
    add("engine");
    if ((engine + 1) % every === 0 && paired < pairs) {
      paired += 1;
      add("engineInApp");
      add("app");
    }
  }
  for (; paired < pairs; paired += 1) {
    add("engineInApp");
    add("app");
  }
  return planned;
}
