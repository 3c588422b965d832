/** Wires the PIN of a profile to its files, to chance and to the clock. */
import { randomInt } from "node:crypto";
import { performance } from "node:perf_hooks";
import type { PinStatus } from "../../../contract/channels/pin.ts";
import type { ShellAct } from "../../../contract/process-messages.ts";
import type { Log } from "../log.ts";
import type { StoreFile } from "../store-file.ts";
import { createPin, type Pin } from "./pin.ts";
import { keepPinRecord } from "./pin-record.ts";
import { hashSecret, isSecret } from "./secret-hash.ts";

/** Opens the PIN kept in `file`, with its mark in `marks`. */
export const openPin = (
  file: StoreFile,
  marks: StoreFile,
  changed: (status: PinStatus) => void,
  record: (act: ShellAct) => void,
  log: Log,
): Pin =>
  createPin({
    records: keepPinRecord(file, marks),
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
