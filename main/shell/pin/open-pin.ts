/** Wires the PIN of a profile to its files, to chance and to the clock. */
import { randomInt } from "node:crypto";
import { performance } from "node:perf_hooks";
import { PIN_ACTIONS, type PinAction, type PinStatus } from "../../../contract/channels/pin.ts";
import type { ShellAct } from "../../../contract/process-messages.ts";
import type { StoreFile } from "../files/store-file.ts";
import type { Log } from "../log/log.ts";
import { createPin, type Pin } from "./pin.ts";
import { keepPinRecord, type PinRecord, type PinRecords } from "./pin-record.ts";
import { hashSecret, isSecret } from "./secret-hash.ts";

/** The acts that `always` ask, beside those that were chosen here. */
function withActions(records: PinRecords, always: readonly PinAction[]): PinRecords {
  const read = (): PinRecord | null => {
    const kept = records.read();
    return (
      kept && { ...kept, asksFor: PIN_ACTIONS.filter((act) => [...kept.asksFor, ...always].includes(act)) }
    );
  };
  return always.length === 0 ? records : { ...records, read };
}

/** Opens the PIN kept in `file`, with its mark in `marks`; where one is set, the acts of `always` ask for it. */
export const openPin = (
  file: StoreFile,
  marks: StoreFile,
  always: readonly PinAction[],
  changed: (status: PinStatus) => void,
  record: (act: ShellAct) => void,
  log: Log,
): Pin =>
  createPin({
    records: withActions(keepPinRecord(file, marks), always),
    hash: hashSecret,
    matches: isSecret,
    monotonic: () => performance.now(),
    randomDigit: () => randomInt(10),
    later: (ms, call) => {
      const timer = setTimeout(call, ms);
      timer.unref();
      return () => clearTimeout(timer);
    },
    changed,
    record: (action, details) => record({ action, at: Date.now(), details }),
    log,
  });
