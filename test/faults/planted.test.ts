/** A simulator that finds nothing proves nothing: every bug that is planted must be found, and for what it is. */
import { describe, it } from "vitest";
import { TEST_HOURS, tellFailure } from "./seeds.ts";
import { PLANT_NAMES, PLANTS, type PlantName } from "./simulator/plants.ts";
import { type RunReport, simulate } from "./simulator/simulation.ts";

/** Tried after the one by which it was last found. */
const SEEDS = [10, 18, 3, 8, 11, 2, 49, 60, ...Array.from({ length: 40 }, (_, index) => index + 1)];
/** Where the search begins, only to save time: the seeds by which those were last found that seed 10 misses. */
const BEGINS: Partial<Record<PlantName, number>> = {
  "resend-what-ended-the-engine": 49,
  "forget-recovery": 49,
  "recover-as-pending": 49,
  "forget-order": 2,
  "claim-success": 2,
  "confirm-any-success": 3,
  "mirror-foreign-rows": 2,
  "believe-any-serial": 49,
  "no-deadline": 8,
  "end-waits-for-the-answer": 8,
  "short-pauses-in-an-outage": 2,
  "forget-the-note": 60,
  "forget-the-consent": 38,
};

/** By which invariant each is found. */
const FOUND_BY: Record<PlantName, RegExp> = {
  "skip-fsync": /^nothingLost: |had to be recovered/,
  "resend-unknown": /^resentWithLicence: /,
  "resend-what-ended-the-engine": /^resentWithLicence: .*may have ended the program/,
  "forget-recovery": /^status: the status says under way/,
  "recover-as-pending": /^resentWithLicence: |had to be recovered/,
  "regenerate-serial": /^sameBytes: /,
  "forget-order": /^orderKept: /,
  "forget-postings": /^postedOnce: /,
  "claim-success": /^confirmedIsInBooks: /,
  "confirm-any-success": /^confirmedWithEvidence: /,
  "mirror-foreign-rows": /^mirrorIsOurs: /,
  "believe-any-serial": /^confirmedWithEvidence: /,
  "older-over-newer": /^mirrorIsNewest: /,
  "no-deadline": /^stuck: a request has been under way/,
  "end-waits-for-the-answer": /^stuck: the end of the program has taken/,
  "correct-what-may-be-applied": /^correctedWasNotSent: /,
  "look-past-the-proxy": /^status: the status says sending is online and it is offline/,
  "forget-retry-after": /^waitsAsAsked: /,
  "count-wrongly": /^status: the status says dead_letter/,
  "break-the-chain": /^auditIntact: |audit's chain broken/,
  "wide-in-an-outage": /^outage: |^status: the status says sending is online and it is service_trouble/,
  "short-pauses-in-an-outage": /^outage: /,
  "claim-before-connected": /^status: the status says under way/,
  "forget-the-note": /^resentWithLicence: /,
  "forget-the-consent": /^resentWithLicence: /,
  "return-as-free": /^leftAddsUp: /,
  "lose-the-reason": /^reasonGiven: /,
};

/**
 * The first of the seeds that finds it for what it is; one bug can break several promises, and another of them may
 * show first under a seed. Every other seed takes a service that doesn't merge.
 */
async function firstFound(plant: PlantName): Promise<RunReport | null> {
  const forWhatItIs = new RegExp(FOUND_BY[plant].source, "m");
  for (const seed of new Set([BEGINS[plant] ?? 10, ...SEEDS])) {
    const report = await simulate({ seed, hours: TEST_HOURS, merging: seed % 2 === 1, plant });
    if (forWhatItIs.test(report.problems.join("\n"))) return report;
  }
  return null;
}

describe.each(PLANT_NAMES)("%s", (plant) => {
  it(`is found: ${PLANTS[plant].about}`, { timeout: 600_000 }, async () => {
    const found = await firstFound(plant);
    if (found === null) throw new Error("no seed found it");
    // Made anew after each, and past the moment of the find: it shows too that the bug was taken out again.
    const { seed, merging, tookHours } = found;
    const hours = Math.min(found.hours, Math.ceil(tookHours));
    const sound = await simulate({ seed, hours, merging });
    if (sound.problems.length > 0) throw new Error(tellFailure(sound));
  });
});
