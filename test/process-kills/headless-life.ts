/** One life of the headless engine: started, signed in, at work, and killed in the middle of it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { PracticeService } from "../../main/practice/service.ts";
import { driveHeadless, type Headless } from "../helpers/headless-process.ts";
import type { PlannedKill } from "./plan.ts";
import { type Counter, decideUnknown, type Notes, postMany, returnWithNote } from "./posting.ts";

/** Requests that a killed engine had under way are certainly applied or not, once this time is over. */
export const SERVICE_SETTLES_MS = 150;

export const signInWith = (service: PracticeService) => ({
  serviceUrl: service.url,
  tenantId: service.tenantId,
  userId: service.userId,
  token: service.token,
  deviceId: "11111111-1111-4111-8111-111111111111",
});

/** The counter behind a headless engine. Calls after its kill reject, but for `post`, which answers null. */
export function headlessCounter(engine: Headless): Counter {
  return {
    post: (note) => engine.call("purchaseReturn.post", returnWithNote(note)).catch(() => null),
    unknown: async () =>
      (await engine.call("outbox.list", { states: ["outcome_unknown"], limit: 1_000 })).entries,
    resend: async (entryId) => void (await engine.call("outbox.resend", { entryId })),
    markRecorded: async (entryId, evidence) =>
      void (await engine.call("outbox.markRecorded", { entryId, evidence })),
  };
}

export interface LifeChoices {
  profile: string;
  /** What a desktop gives to each person's programs, here one in memory where there is one. */
  runtimeFolder: string;
  service: PracticeService;
  notes: Notes;
  /** How many postings this life is given; it may be killed before. */
  postings: number;
  inBooks: (serialNo: string) => boolean;
}

export interface Decided {
  resent: number;
  marked: number;
}

const startOn = ({ profile, runtimeFolder }: LifeChoices): Headless =>
  driveHeadless(["--profile", profile], { XDG_RUNTIME_DIR: runtimeFolder });

/** Lives as long as its kill says and is killed; answers what was decided in the meantime. */
export async function headlessLife(choices: LifeChoices & { kill: PlannedKill }): Promise<Decided> {
  const decided: Decided = { resent: 0, marked: 0 };
  const engine = startOn(choices);
  const work = async () => {
    await engine.ready;
    await engine.call("connection.save", signInWith(choices.service));
    const counter = headlessCounter(engine);
    const posting = postMany(counter, choices.notes, choices.postings, 40);
    await sleep(SERVICE_SETTLES_MS);
    Object.assign(decided, await decideUnknown(counter, choices.inBooks));
    await posting;
  };
  // It is killed under the work: what was not answered was not acknowledged, and that is all that is asked.
  const working = work().catch(() => undefined);
  if (choices.kill.from === "ready") await engine.ready;
  await sleep(choices.kill.afterMs);
  await engine.kill();
  await working;
  return decided;
}

/** The last life: posts what is left, decides what is unknown, and ends when the outbox is empty. */
export async function lastLife(choices: LifeChoices): Promise<Decided & { chainIntact: boolean }> {
  const decided = { resent: 0, marked: 0 };
  const engine = startOn(choices);
  try {
    await engine.ready;
    await engine.call("connection.save", signInWith(choices.service));
    const counter = headlessCounter(engine);
    await postMany(counter, choices.notes, choices.postings);
    for (;;) {
      await sleep(SERVICE_SETTLES_MS);
      const { counts } = await engine.call("sync.status", {});
      if (Object.values(counts).every((count) => count === 0)) break;
      if (counts.dead_letter > 0) throw new Error("the service refused an entry that was right");
      // A resend may itself end unknown; so it is looked at again until nothing is open.
      if (counts.outcome_unknown > 0) {
        const more = await decideUnknown(counter, choices.inBooks);
        decided.resent += more.resent;
        decided.marked += more.marked;
      }
      if (counts.retry_wait > 0) await engine.call("sync.now", {});
    }
    const { chainIntact } = await engine.call("audit.list", { limit: 1 });
    return { ...decided, chainIntact };
  } finally {
    await engine.finish();
  }
}
