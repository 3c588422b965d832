/** What is kept of the PIN, and where: `pin.json` of the profile, and one mark beside it. */
import { z } from "zod";
import { KEEP_OPEN_MINUTES, pinAction } from "../../../contract/channels/pin.ts";
import type { StoreFile } from "../files/store-file.ts";
import { secretHash } from "./secret-hash.ts";

const STORED = "pin";
/** Stands in another file: a PIN whose record is gone is then at least noticed. */
const MARK = "pinWasSet";

const pinRecord = z.object({
  pin: secretHash,
  code: secretHash,
  asksFor: z.array(pinAction),
  keepOpenMinutes: z.literal(KEEP_OPEN_MINUTES),
  /** Tries since the last right one; they only go up until then, whatever the clock says. */
  wrongPins: z.number().int().min(0),
  wrongCodes: z.number().int().min(0),
});
export type PinRecord = z.infer<typeof pinRecord>;

export interface PinRecords {
  /** Null where no PIN is set, or its record can't be read. */
  read(): PinRecord | null;
  write(record: PinRecord): void;
  remove(): void;
  /** Was one set, and is its record gone or unreadable? */
  isLost(): boolean;
}

/** Keeps the record in `file` and the mark in `marks`; the files are read once, at the start. */
export function keepPinRecord(file: StoreFile, marks: StoreFile): PinRecords {
  let record = pinRecord.safeParse(file.readAll()[STORED]).data ?? null;
  let marked = marks.readAll()[MARK] === true;
  return {
    read: () => record,
    write: (next) => {
      if (!marked) marks.write(MARK, true);
      marked = true;
      file.write(STORED, next);
      record = next;
    },
    remove: () => {
      file.write(STORED, undefined);
      record = null;
      marks.write(MARK, undefined);
      marked = false;
    },
    isLost: () => marked && record === null,
  };
}
