/** Postings that tell apart what was only asked for and what was answered. */
import { setTimeout as sleep } from "node:timers/promises";
import type { ChannelInput } from "../../contract/channels.ts";
import type { Ledger } from "./ledger.ts";

/** A return of two lines that its note names. */
export const returnWithNote = (note: string): ChannelInput<"purchaseReturn.post"> => ({
  currencyId: "YER",
  storeId: 1,
  supplierAccountId: 1101,
  cashOrBankAccountId: 2001,
  note,
  lines: [1001, 1002].map((productId) => ({
    productId,
    measureUnitId: 1,
    productionAt: null,
    expiryAt: "2027-12-31",
    price: "5900.125",
    quantity: "2",
    freeQuantity: "0",
    receivedQuantity: "2",
    description: null,
  })),
  documentReferences: [],
});

/** Hands over notes, never one twice, until `total` postings were acknowledged. */
export class Notes {
  readonly #ledger: Ledger;
  readonly #total: number;
  #given = 0;

  constructor(ledger: Ledger, total: number) {
    this.#ledger = ledger;
    this.#total = total;
  }

  get left(): number {
    return Math.max(0, this.#total - this.#ledger.acknowledged.size);
  }

  /** A new note, written down as asked for. */
  next(): string {
    this.#given += 1;
    const note = `posting ${this.#given}`;
    this.#ledger.asked.add(note);
    return note;
  }

  answered(note: string, serialNo: string): void {
    this.#ledger.acknowledged.set(note, serialNo);
  }
}

/** What a life needs of the counter that lives it; either end may be killed under any call. */
export interface Counter {
  post(note: string): Promise<{ serialNo: string } | null>;
  unknown(): Promise<{ entryId: string; serialNo: string | null }[]>;
  resend(entryId: string): Promise<void>;
  markRecorded(entryId: string, evidence: string): Promise<void>;
}

/** Posts `count` returns, three under way at a time, a pause after each answer; stops when the counter is killed. */
export async function postMany(counter: Counter, notes: Notes, count: number, pauseMs = 0): Promise<void> {
  let left = count;
  const oneAfterTheOther = async () => {
    while (left > 0) {
      left -= 1;
      const note = notes.next();
      const posted = await counter.post(note);
      if (posted === null) return;
      notes.answered(note, posted.serialNo);
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };
  await Promise.all([oneAfterTheOther(), oneAfterTheOther(), oneAfterTheOther()]);
}

/** Decides the unknown ones as a careful person does: looks into the service's books, then resends or marks. */
export async function decideUnknown(
  counter: Counter,
  inBooks: (serialNo: string) => boolean,
): Promise<{ resent: number; marked: number }> {
  const decided = { resent: 0, marked: 0 };
  for (const { entryId, serialNo } of await counter.unknown()) {
    if (serialNo !== null && inBooks(serialNo)) {
      await counter.markRecorded(entryId, "found in the service's books");
      decided.marked += 1;
    } else {
      await counter.resend(entryId);
      decided.resent += 1;
    }
  }
  return decided;
}
