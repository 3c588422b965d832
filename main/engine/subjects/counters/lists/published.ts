/** What is published in the shop folder of a list: names, columns, and what its metadata says besides. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { referenceKind } from "../../../../../contract/channels/mirror.ts";
import { columnsOf, type List } from "../../../../../contract/lists.ts";

/** Where the signed part of the folder begins; all names in it are the library's. */
export const METADATA = "lists/metadata";
export const TARGETS = "lists/targets";
export const SETTINGS_TARGET = "settings/shop.json";
/** Of so many versions the differences stay; who is further behind takes the whole list. */
export const KEPT_VERSIONS = 30;

export const fullTarget = (list: List): string => `lists/${list}.csv`;
/** The difference that makes this version of the one before. */
export const changeTarget = (list: List, version: number): string =>
  `lists/${list}.${String(version).padStart(8, "0")}.csv`;
/** Where there are no signatures. */
export const PLAIN = "plain/";
export const plainFileName = (list: List): string => `${PLAIN}${list}.csv`;

const version = z.number().int().min(1).max(99_999_999);
const count = z.number().int().nonnegative();
const time = z.iso.datetime();

/** Which counters may take a version by now. */
const rollout = z.object({
  percent: z.number().min(0).max(100),
  /** Nobody before that. */
  startAt: time,
  /** Everybody from then on; null: never by itself. */
  allAt: time.nullable(),
});
export type Rollout = z.infer<typeof rollout>;

export const publishedFull = z.object({
  list: referenceKind,
  version,
  rows: count,
  publishedAt: time,
  rollout,
});
export type PublishedFull = z.infer<typeof publishedFull>;
export const publishedChange = publishedFull.extend({ added: count, changed: count, removed: count });

/** The same counters for a version each time it is asked, others for the next one. */
export function isAmong(
  { percent, startAt, allAt }: Rollout,
  list: List,
  version: number,
  deviceId: string,
  now: number,
): boolean {
  if (now < Date.parse(startAt)) return false;
  if (percent >= 100 || (allAt !== null && now >= Date.parse(allAt))) return true;
  const hash = createHash("sha256").update(`${deviceId} ${list} ${version}`).digest();
  return (hash.readUInt32BE(0) / 2 ** 32) * 100 < percent;
}

export const CHANGES = ["added", "changed", "removed"] as const;
export const CHANGE_COLUMN = "change";
export const publishedColumns = (list: List): string[] => columnsOf(list).map(({ name }) => name);

const csvCell = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
export const publishedCsvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\n`;
/** A line of a difference. */
export const changeCsvLine = (change: (typeof CHANGES)[number], line: string): string => `${change},${line}`;
