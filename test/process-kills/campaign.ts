/**
 * Real kills: the headless engine, the engine inside the app and the app itself are killed (SIGKILL) at seeded moments
 * while returns are posted and sent over real HTTP to a service that merges no repeat. Throws at the first broken
 * promise, with the seed and the number of the kill.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOM } from "../helpers/migrated.ts";
import { type Fault, startPracticeService, type TestPracticeService } from "../helpers/practice/service.ts";
import { headlessLife, lastLife } from "./headless-life.ts";
import { examine, type Ledger, newLedger, type Remains } from "./ledger.ts";
import { type PlannedKill, planKills, seededFraction, type Victim } from "./plan.ts";
import { Notes } from "./posting.ts";

export interface CampaignChoices {
  seed: number;
  kills: number;
  /** How many of them hit the app and the engine inside it; needs a display and a built app. */
  appKills: number;
  posts: number;
  /** No life begins later than this, in milliseconds: a busy machine has fewer kills and fails nothing. */
  withinMs: number;
}

export interface CampaignFigures extends CampaignChoices {
  /** Its time was over before all kills and postings were. */
  cutShort: boolean;
  killed: Record<Victim, number>;
  integrityChecks: number;
  acknowledged: number;
  /** Acknowledged and not in the file at the end. */
  lost: number;
  /** Asked for, killed before the answer, and found in the outbox all the same. */
  unansweredButKept: number;
  /** Entries that were claimed at a kill: their bytes were under way, or just about to be. */
  hitInFlight: number;
  /** Of these, what had certainly not been sent and went on by itself. */
  leftUnsent: number;
  resent: number;
  marked: number;
  inBooks: number;
  requests: number;
  seconds: number;
}

/**
 * Answers come late now and then, before the books are written or after it, so that kills fall between; and a few
 * requests are lost on the way, so that some unknown ones must be sent again.
 */
function faultOf(seed: number, n: number): Fault | null {
  const drawn = seededFraction(seed, `fault ${n}`);
  if (drawn < 0.35) return { type: "delay", ms: 20, when: "before_commit" };
  if (drawn < 0.7) return { type: "delay", ms: 40, when: "after_commit" };
  return drawn < 0.73 ? { type: "drop", when: "before_commit", reset: true } : null;
}

const demand = (holds: boolean, kill: PlannedKill | null, seed: number, words: string): void => {
  if (holds) return;
  const when = kill === null ? "at the end" : `after kill ${kill.n} (${kill.victim})`;
  throw new Error(`${words}, ${when}. Again with: npm run process-kills -- --seed ${seed}`);
};

function assertRemains(remains: Remains, kill: PlannedKill, seed: number): void {
  demand(
    remains.integrity === "ok",
    kill,
    seed,
    `integrity_check does not say ok: it says ${remains.integrity}`,
  );
  demand(
    remains.lost.length === 0,
    kill,
    seed,
    `acknowledged and lost: ${remains.lost.slice(0, 5).join(", ")}`,
  );
}

/** Everything acknowledged is in the books once, and nothing that nobody asked for. */
function assertBooks(service: TestPracticeService, ledger: Ledger, entries: number, seed: number) {
  const { transactions } = service.books();
  const times = new Map(transactions.map(({ serialNo, timesApplied }) => [serialNo, timesApplied]));
  const missing = [...ledger.acknowledged.values()].filter((serialNo) => !times.has(serialNo));
  demand(missing.length === 0, null, seed, `${missing.length} acknowledged returns are not in the books`);
  const twice = transactions.filter(({ timesApplied }) => timesApplied !== 1);
  demand(twice.length === 0, null, seed, `${twice.length} returns stand in the books more than once`);
  demand(
    transactions.length === entries,
    null,
    seed,
    `${transactions.length} in the books, ${entries} in the outbox`,
  );
  return { inBooks: transactions.length, requests: service.received().length };
}

/** Runs it on a separate profile and books, removed at the end. `now` is in milliseconds. */
export async function campaign(
  choices: CampaignChoices,
  progress: (words: string) => void = () => undefined,
  now: () => number = Date.now,
): Promise<CampaignFigures> {
  const { seed, kills, appKills, posts, withinMs } = choices;
  const started = now();
  let cutShort = false;
  const profile = mkdtempSync(join(tmpdir(), "counterside-kills-"));
  const runtimeFolder = mkdtempSync(join(ROOM, "counterside-runtime-"));
  const service = await startPracticeService({ folder: ":memory:", port: 0, mergeRepeats: false });
  service.setFaults((n) => faultOf(seed, n));
  const ledger = newLedger();
  const notes = new Notes(ledger, posts);
  const figures = {
    killed: { engine: 0, engineInApp: 0, app: 0 },
    integrityChecks: 0,
    hitInFlight: 0,
    resent: 0,
    marked: 0,
  };
  const inBooks = (serialNo: string) =>
    service.books().transactions.some((transaction) => transaction.serialNo === serialNo);
  const afterKill = (kill: PlannedKill) => {
    const remains = examine(profile, ledger);
    figures.killed[kill.victim] += 1;
    figures.integrityChecks += 1;
    figures.hitInFlight += remains.inFlight;
    assertRemains(remains, kill, seed);
    if (kill.n % 10 === 0)
      progress(`  ${kill.n} kills, ${ledger.acknowledged.size} postings acknowledged, none lost`);
  };
  try {
    const plan = planKills(seed, kills, appKills);
    for (const [index, kill] of plan.entries()) {
      cutShort = now() - started > withinMs;
      if (cutShort) break;
      const life = {
        profile,
        runtimeFolder,
        service,
        notes,
        inBooks,
        // Some lives end before they post, so each is given more than its share.
        postings: Math.min(notes.left, Math.ceil((notes.left / (plan.length - index)) * 1.5)),
      };
      let decided = { resent: 0, marked: 0 };
      if (kill.victim === "engine") {
        decided = await headlessLife({ ...life, kill });
        afterKill(kill);
      } else if (kill.victim === "engineInApp") {
        const { appLife } = await import("./app-life.ts");
        const appKill = plan[index + 1] ?? kill;
        decided = await appLife({
          ...life,
          engineAfterMs: kill.afterMs,
          appAfterMs: appKill.afterMs,
          killed: (victim) => afterKill(victim === "app" ? appKill : kill),
        });
      }
      figures.resent += decided.resent;
      figures.marked += decided.marked;
    }
    progress(`  ${figures.integrityChecks} kills; posting the rest and emptying the outbox`);
    const postings = cutShort ? 0 : notes.left;
    const last = await lastLife({ profile, runtimeFolder, service, notes, inBooks, postings });
    figures.resent += last.resent;
    figures.marked += last.marked;
    demand(last.chainIntact, null, seed, "the audit chain is broken");
    const remains = examine(profile, ledger);
    return {
      ...choices,
      ...figures,
      cutShort,
      ...assertBooks(service, ledger, remains.entries, seed),
      acknowledged: ledger.acknowledged.size,
      lost: remains.lost.length,
      leftUnsent: remains.leftUnsent,
      unansweredButKept: remains.entries - ledger.acknowledged.size,
      seconds: (now() - started) / 1_000,
    };
  } finally {
    await service.close();
    for (const folder of [profile, runtimeFolder])
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
