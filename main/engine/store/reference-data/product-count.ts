/** The number of products that the file keeps (migration 60). */
import type { Db } from "../file/open-database.ts";

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

const COUNTED = `SELECT 0, count(*) FROM main.product WHERE deleted = 0
  UNION ALL SELECT 1, count(*) FROM main.product WHERE deleted = 1`;

/** Counts them anew, where rows were written by others than the import. */
export function countProducts(db: Db): void {
  db.exec(`INSERT OR REPLACE INTO main.product_count (deleted, n) ${COUNTED}`);
}
