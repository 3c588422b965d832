/** What the profile keeps about the shop folder, in a file of the profile; never the key and the secret of the place. */
import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { FixedCounters } from "../../../../contract/channels/policy.ts";
import { region, type ShopFolderState } from "../../../../contract/channels/shop-folder.ts";
import { placeText } from "../../../../contract/place-address.ts";
import { readKept, workFolder, writeKept } from "./kept.ts";

/** A change of more than this waits for a person, until the owner says otherwise. */
const FIRST_RULES = { rowsPercent: 10, pricesPercent: 10 };
const MOST_BYTES = 100_000;

const config = z.object({
  place: placeText.nullable(),
  region: region.nullable(),
  name: z.string(),
  rules: z.object({ rowsPercent: z.number(), pricesPercent: z.number() }),
  recipient: z.string().nullable(),
});
export type ShopFolderConfig = z.infer<typeof config>;

const configFile = (profile: string): string => join(profile, "shop-folder.json");

const LONGEST_NAME = 100;
/** What a counter is called before anybody named it. */
export const firstName = (): string => hostname().slice(0, LONGEST_NAME) || "counter";

/** What a counter is called in whose place another one's computer is: both are in the folder. */
export function nextName(name: string): string {
  const [, stem = name, number = "1"] = /^(.*) \((\d{1,4})\)$/.exec(name) ?? [];
  const end = ` (${Number(number) + 1})`;
  // Half of a character would make the status one that other programs can't read.
  return stem.slice(0, LONGEST_NAME - end.length).replace(/\p{Surrogate}$/u, "") + end;
}

/** Before anything was chosen. */
export const firstConfig = (): ShopFolderConfig => ({
  place: null,
  region: null,
  name: firstName(),
  rules: FIRST_RULES,
  recipient: null,
});

/** The first one where it can't be read: it is chosen again. */
export const readConfig = (profile: string): ShopFolderConfig =>
  readKept(configFile(profile), MOST_BYTES, config) ?? firstConfig();

export const writeConfig = (profile: string, value: ShopFolderConfig): void =>
  writeKept(configFile(profile), JSON.stringify(value));

/** What was chosen here, under what the owner's policy file decides. */
export function asDecided(chosen: ShopFolderConfig, { shopFolder }: FixedCounters): ShopFolderConfig {
  if (shopFolder === null) return chosen;
  const { place, region, recipient, rules } = shopFolder;
  return {
    ...chosen,
    place,
    region: region ?? null,
    recipient: recipient ?? chosen.recipient,
    rules: rules ?? chosen.rules,
  };
}

/** Of a folder where nothing was looked at, or nothing is signed. */
export const NO_TRUST: ShopFolderState["trust"] = {
  state: "none",
  expiresAt: null,
  reason: null,
  root: null,
};

/** What there is to say without a shop folder: nothing is loaded for it. */
export const nothingShared = ({ name, rules, recipient }: ShopFolderConfig): ShopFolderState => ({
  place: null,
  kind: null,
  hasSecret: false,
  can: null,
  name,
  lastContactAt: null,
  trouble: null,
  trust: NO_TRUST,
  rules,
  signed: [],
  lists: [],
  backups: { recipient, lastAt: null, trouble: null },
  fence: { state: "none", byDeviceId: null, at: null, held: 0 },
});

/** Whether a place is named, or figures go anywhere: nothing of it is loaded otherwise. */
export const hasWork = (profile: string, fixed: FixedCounters): boolean =>
  fixed.monitoring !== null || asDecided(readConfig(profile), fixed).place !== null;

/** Files of lists that are being taken: each is there until every row of it is in. */
export const takingFolder = (profile: string): string => join(workFolder(profile), "taking");
/** Whether a list was being taken when the program ended: it is taken to its end whatever became of the place. */
export const isTaking = (profile: string): boolean => existsSync(takingFolder(profile));
