/** Bugs on purpose in what keeps two computers from sending the same (`several-counters/plants.ts` says how). */
import type { Plant } from "../several-counters/plants.ts";

const COUNTERS = "subjects/counters";

export const CHAIN_PLANTS = {
  "looks-after-sending": {
    about: "what the folder has is sent without a look at the fence, which is looked at afterwards",
    file: "core/outbox/fence.ts",
    from: "return isFirstDue ? EVERY_ENTRY : shared.upTo;",
    to: "return 0;",
    foundBy: /^twice: /,
    begins: 12,
  },
  "shared-after-the-upload": {
    about: "how far the folder reaches is written down once the backup is there",
    file: `${COUNTERS}/backups/backups.ts`,
    from: "fence.share(reach.entry, mark);",
    to: "",
    foundBy: /^twice: /,
    begins: 11,
  },
  "lease-ignored": {
    about: "a computer that took over lets entries be sent again at once",
    file: "core/outbox/fence.ts",
    from: "wait === null || left === 0 ||",
    to: "left >= 0 || wait === null ||",
    foundBy: /^twice: /,
    begins: 1,
  },
  "lease-never-ends": {
    about: "a look at the fence is good for ever",
    file: "core/outbox/fence.ts",
    from: "return isAwake && clock.monotonic() - clear.monotonic < SENDS_FOR_MS;",
    to: "return true;",
    foundBy: /^twice: /,
    begins: 12,
  },
  "sleep-not-counted": {
    about: "a computer that slept counts only the time that it was awake",
    file: "core/outbox/fence.ts",
    from: "const isAwake = passed > -CORRECTED_BY_MS && passed < SENDS_FOR_MS;",
    to: "const isAwake = passed < Number.POSITIVE_INFINITY || SENDS_FOR_MS + CORRECTED_BY_MS === 0;",
    foundBy: /^twice: /,
    begins: 12,
  },
  "forgets-the-chain": {
    about: "what a counter hands over whose place the old one had taken is not received",
    file: "core/outbox/fence.ts",
    from: "wait === null ? [] : [wait, ...wait.earlier]",
    to: "wait === null ? [] : [wait]",
    foundBy: /^lost: /,
    begins: 11,
  },
  "claims-over-a-fence": {
    about: "a claim puts its fence whatever is there",
    file: `${COUNTERS}/takeover/fence-jobs.ts`,
    from: "if (!(await place.putIfAbsent(name, jsonContent(file)))) return isOurs();",
    to: "await place.put(name, jsonContent(file));",
    foundBy: /^two: |^twice: /,
    begins: 7,
  },
  "forgets-the-fence": {
    about: "a computer that saw the fence forgets it when it is started again",
    file: "core/outbox/fence.ts",
    from: 'meta.set("takenOver", JSON.stringify(by));',
    to: "",
    foundBy: /^twice: |^unfenced: /,
    begins: 6,
  },
  "sends-what-it-took": {
    about: "a computer that took over sends by itself what the backup says was never tried",
    file: "file/backups/load-backup.ts",
    from: "holdReason(state, !isTaken)",
    to: "holdReason(state, true)",
    foundBy: /^twice: |^stuck: |^lost: /,
    begins: 1,
  },
  "hands-over-nothing-new": {
    about: "what came after the backup is not handed over",
    file: `${COUNTERS}/takeover/hand-over.ts`,
    from: "[upTo + 1, Number.MAX_SAFE_INTEGER]",
    to: "[upTo + 1, upTo]",
    foundBy: /^lost: /,
    begins: 4,
  },
} satisfies Record<string, Plant>;

export type ChainPlantName = keyof typeof CHAIN_PLANTS;
export const CHAIN_PLANT_NAMES = Object.keys(CHAIN_PLANTS).filter(
  (name): name is ChainPlantName => name in CHAIN_PLANTS,
);
