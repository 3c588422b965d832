/** A shop folder with the statuses of many counters, signed as counters sign theirs. */
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CounterStatus } from "../../contract/counter-status.ts";
import { bytesToSign, STATUS_INDEX, statusName } from "../../contract/status-file.ts";
import { asDecimal } from "../../contract/values.ts";

export interface MadeCounter {
  status: CounterStatus;
  key: KeyObject;
}

export function makeCounter(n: number, now: number, more: Partial<CounterStatus> = {}): MadeCounter {
  const { privateKey } = generateKeyPairSync("ed25519");
  const at = (ms: number): string => new Date(now - ms).toISOString();
  const status: CounterStatus = {
    format: 1,
    deviceId: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
    name: `Till ${n}`,
    version: "0.1.0",
    practice: false,
    writtenAt: at(60_000),
    everySeconds: 600,
    state: "online",
    counts: { pending: 6, in_flight: 0, retry_wait: 0, outcome_unknown: 0, dead_letter: 0 },
    unsentValue: { YER: asDecimal("1000.5") },
    oldestUnsentAt: at(300_000),
    lastConfirmedAt: at(120_000),
    lists: ["product", "account", "store"].map((list) => ({ list, version: 7, takenAt: at(3_600_000) })),
    backupAt: at(1_800_000),
    clockDriftMs: 120,
    freeBytes: 50_000_000_000,
    people: 4,
    needs: [],
    ...more,
  };
  return { status, key: privateKey };
}

export function signedText({ status, key }: MadeCounter): string {
  const text = JSON.stringify(status);
  const x = key.export({ format: "jwk" }).x;
  return JSON.stringify({
    status: text,
    key: x,
    signature: sign(null, bytesToSign(text), key).toString("base64url"),
  });
}

/** Writes the files and their index; returns the folder of statuses. */
export function writeChain(folder: string, counters: readonly MadeCounter[]): string {
  mkdirSync(join(folder, "status"), { recursive: true });
  for (const each of counters)
    writeFileSync(join(folder, statusName(each.status.deviceId)), signedText(each));
  const names = counters.map(({ status }) => statusName(status.deviceId));
  writeFileSync(join(folder, STATUS_INDEX), JSON.stringify({ names }));
  return join(folder, "status");
}
