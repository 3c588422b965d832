/** Converts units by the mirror's factors, exactly; says what is missing where it can't. */

import Big from "big.js";
import type { Conversion, ConversionProblem } from "../../../contract/channels/mirror.ts";
import type { ExactInteger } from "../../../contract/values.ts";
import type { Db } from "../file/database/open-database.ts";

// Reads single units, stores and products as a conversion or a product's detail needs them.

interface StoredMeasureUnit {
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

/** Units that stand on one another; a shop has three or four. */
const MAX_CHAIN = 32;

export type ReadUnit = (id: ExactInteger) => StoredMeasureUnit | undefined;

/** A unit that is based on no other, by its row. */
const isBase = (unit: StoredMeasureUnit): boolean =>
  unit.base_unit_id === null || unit.base_unit_id === unit.id;

/** Follows the units from one to the base that it has, multiplying the factors. */
export function conversionOf(id: ExactInteger, readUnit: ReadUnit): Conversion {
  const chain: Conversion["chain"] = [];
  const met = new Set<ExactInteger>();
  let factor = new Big(1);
  let next = id;
  const end = (problem: ConversionProblem | null, base: StoredMeasureUnit | null): Conversion => ({
    measureUnitId: id,
    name: chain[0]?.name ?? null,
    baseUnitId: base?.id ?? null,
    baseUnitName: base?.name ?? null,
    factor: base === null ? null : factor.toFixed(),
    problem,
    chain,
  });
  for (;;) {
    if (met.has(next)) return end("cycle", null);
    if (chain.length >= MAX_CHAIN) return end("too_long", null);
    met.add(next);
    const unit = readUnit(next);
    const own = unit === undefined || isBase(unit) ? null : unit.factor;
    chain.push({ measureUnitId: next, name: unit?.name ?? null, factor: own });
    if (unit === undefined) return end("unknown_unit", null);
    if (isBase(unit)) return end(null, unit);
    if (own === null || unit.base_unit_id === null) return end("no_factor", null);
    factor = factor.times(own);
    next = unit.base_unit_id;
  }
}
