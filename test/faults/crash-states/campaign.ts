/** Records the engine at work, lays out what power cuts may leave of it, and opens each. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { PracticeService } from "../../../main/practice/service.ts";
import { judge, lay, promisedBy } from "./judge.ts";
import { countPowerCuts, powerCuts } from "./power-cuts.ts";
import { type Recorded, recordWork } from "./record.ts";

export interface CrashChoices {
  seed: number;
  postings: number;
  rows: number;
  /** About so many states are opened for each record. */
  states: number;
  /** Ways at random for each point, beside the plain ones. */
  random: number;
}

export interface CrashFigures {
  name: string;
  operations: number;
  /** All different ways to lose what was pending, over all points. */
  possible: bigint;
  tried: number;
  opened: number;
  recovered: number;
  wrong: { at: number; choice: string; wrong: string[] }[];
}

/** Opens what is left after the cuts of one record. `folder` is for the states and is emptied after each. */
export async function openStates(
  { name, profile, operations, before, saidBefore, sentBefore }: Recorded,
  folder: string,
  { seed, states, random }: Pick<CrashChoices, "seed" | "states" | "random">,
): Promise<CrashFigures> {
  const looks = { seed, random, from: before };
  const { tried, possible } = countPowerCuts(operations, looks);
  const figures: CrashFigures = {
    name,
    operations: operations.length - before,
    possible,
    tried,
    opened: 0,
    recovered: 0,
    wrong: [],
  };
  for (const cut of powerCuts(operations, looks, states / tried)) {
    const place = join(folder, `${name}-${figures.opened}`);
    lay(place, cut.content);
    const { wrong, wasRecovered } = await judge(
      place,
      promisedBy({ said: [...saidBefore, ...cut.said], sent: [...sentBefore, ...cut.sent] }, profile),
    );
    rmSync(place, { recursive: true, force: true });
    figures.opened += 1;
    if (wasRecovered) figures.recovered += 1;
    if (wrong.length > 0) figures.wrong.push({ at: cut.at, choice: cut.choice, wrong });
  }
  return figures;
}

/** The whole of it. `folder` is empty and in memory, where there is such a place. */
export async function crashStates(
  choices: CrashChoices,
  folder: string,
  service: PracticeService,
): Promise<CrashFigures[]> {
  const found: CrashFigures[] = [];
  for (const record of await recordWork(folder, service, choices))
    found.push(await openStates(record, folder, choices));
  return found;
}
