/** The number of products that the file keeps. */
import type { Db } from "../../file/database/open-database.ts";

/** Gathers what a transaction does to the number, and writes it once. */
export interface ProductTally {
  /** A product came, or went from one state to the other. */
  moved(from: number | null, to: number): void;
  /** Forgets what was gathered: its transaction was rolled back. */
  begin(): void;
  /** Writes what was gathered, inside the transaction that did it. */
  write(): void;
}

export function createProductTally(db: Db): ProductTally {
  const add = db.prepare<[number, number]>("UPDATE product_count SET n = n + ? WHERE deleted = ?");
  const gathered = new Map<number, number>();
  const by = (deleted: number, n: number): void =>
    void gathered.set(deleted, (gathered.get(deleted) ?? 0) + n);
  return {
    moved(from, to) {
      if (from !== null) by(from, -1);
      by(to, 1);
    },
    begin: () => gathered.clear(),
    write() {
      for (const [deleted, n] of gathered) if (n !== 0) add.run(n, deleted);
      gathered.clear();
    },
  };
}
