/** Reads single units, stores and products as a conversion or a product's detail needs them. */
import type { ExactInteger } from "../../../contract/values.ts";
import type { Db } from "../file/database/open-database.ts";

export interface StoredMeasureUnit {
  id: ExactInteger;
  name: string;
  base_unit_id: ExactInteger | null;
  factor: string | null;
}

type BoundId = bigint | string;

export function createUnitReads(db: Db) {
  const unit = db.prepare<[BoundId], StoredMeasureUnit>(
    "SELECT id, name, base_unit_id, factor FROM measure_unit WHERE id = ?",
  );
  const storeName = db.prepare<[BoundId], string>("SELECT name FROM store WHERE id = ?").pluck();
  return {
    unit: (id: BoundId): StoredMeasureUnit | undefined => unit.get(id),
    storeName: (id: BoundId): string | null => storeName.get(id) ?? null,
  };
}
