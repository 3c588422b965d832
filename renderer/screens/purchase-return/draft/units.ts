/** What a unit is in its base unit, and numbers from one unit to another; exact, or said not to be. */
import Big from "big.js";
import type { MirrorRow } from "../../../../contract/channels/mirror.ts";
import { byField, COLUMNS, type LineColumn } from "../../../../contract/return-line.ts";
import { parseTypedDecimal } from "../../../../contract/typed-decimal.ts";
import type { ExactInteger } from "../../../../contract/values.ts";
import type { ReturnLine } from "./draft.ts";

interface UnitBase {
  baseId: string;
  /** How many base units one of this unit is. */
  factor: string;
}
/** By the unit's id; a unit without a known way to its base is missing. */
export type UnitBases = ReadonlyMap<string, UnitBase>;

export interface Unit {
  id: string;
  name: string;
}

/** The name of a unit; its id where it has none. */
export const unitName = (units: readonly Unit[], id: string): string =>
  units.find((unit) => unit.id === id)?.name ?? id;

/** Divides to this many digits; what is longer is called rounded. */
const Exact = Big();
Exact.DP = 12;

/** Whether a unit is made of no other. */
const isBase = ({ id, baseUnitId }: { id: ExactInteger; baseUnitId: ExactInteger | null }): boolean =>
  baseUnitId === null || baseUnitId === id;

/** Follows every unit to the end of its chain; a circle or a missing factor leads nowhere. */
export function unitBases(rows: readonly MirrorRow[]): UnitBases {
  const units = new Map(rows.flatMap((row) => (row.kind === "measureUnit" ? [[String(row.id), row]] : [])));
  const bases = new Map<string, UnitBase>();
  for (const id of units.keys()) {
    let factor = new Big(1);
    let at = units.get(id);
    const seen = new Set<string>();
    while (at !== undefined && !isBase(at) && !seen.has(String(at.id))) {
      seen.add(String(at.id));
      if (at.factor === null) break;
      factor = factor.times(at.factor);
      at = units.get(String(at.baseUnitId));
    }
    if (at !== undefined && isBase(at) && factor.gt(0))
      bases.set(id, { baseId: String(at.id), factor: factor.toFixed() });
  }
  return bases;
}

/** A typed amount in base units; null where it is no number or the unit has no known base. */
export function inBase(typed: string, unitId: string, bases: UnitBases): string | null {
  const base = bases.get(unitId);
  const amount = parseTypedDecimal(typed);
  return base === undefined || amount.kind !== "decimal"
    ? null
    : new Big(amount.value).times(base.factor).toFixed();
}

interface Divided {
  value: string;
  exact: boolean;
}

function scaled(typed: string, by: string, over: string): Divided {
  const amount = parseTypedDecimal(typed);
  if (amount.kind !== "decimal") return { value: typed, exact: true };
  const whole = new Exact(amount.value).times(by);
  const value = whole.div(over);
  return { value: value.toFixed(), exact: value.times(over).eq(whole) };
}

/** The columns whose numbers are for the line's unit: how much goods, and for how much money each. */
const IN_UNIT = COLUMNS.filter(
  (column): column is Extract<LineColumn, { countsGoods: true } | { id: "price" }> =>
    column.countsGoods || column.id === "price",
);

/** A line's numbers that are for its unit, as they are. */
export const fieldsInUnit = (line: ReturnLine) => byField(IN_UNIT, ({ field }) => line[field]);

interface Converted {
  fields: ReturnType<typeof fieldsInUnit>;
  /** False: a number goes on without end and was rounded. */
  exact: boolean;
}

/** A line's numbers in another unit: as much goods for as much money. Null where no common base is known. */
export function converted(line: ReturnLine, toUnitId: string, bases: UnitBases): Converted | null {
  const from = bases.get(line.measureUnitId);
  const to = bases.get(toUnitId);
  if (from === undefined || to === undefined || from.baseId !== to.baseId || toUnitId === line.measureUnitId)
    return null;
  const now = byField(IN_UNIT, ({ field, countsGoods }) =>
    countsGoods ? scaled(line[field], from.factor, to.factor) : scaled(line[field], to.factor, from.factor),
  );
  return {
    fields: byField(IN_UNIT, ({ field }) => now[field].value),
    exact: Object.values(now).every(({ exact }) => exact),
  };
}

/** Decimals of an amount that goes on without end. */
const SHOWN = 3;

/**
 * An amount of base units in another unit: exact where it has an end, else the next smaller amount of three decimals,
 * below zero too, so that never more is shown than there is.
 */
export function fromBase(amount: string, unitId: string, bases: UnitBases): Divided {
  const base = bases.get(unitId);
  if (base === undefined) return { value: amount, exact: true };
  const divided = new Exact(amount).div(base.factor);
  if (divided.times(base.factor).eq(amount)) return { value: divided.toFixed(), exact: true };
  return { value: shortened(divided.toFixed()).value, exact: false };
}

/** An amount with at most three decimals: the next smaller one where it has more, as `fromBase` has it. */
export function shortened(amount: string): Divided {
  const whole = new Big(amount);
  // Big has no rounding toward minus infinity: away from zero is the same below it.
  const short = whole.round(SHOWN, whole.lt(0) ? Big.roundUp : Big.roundDown);
  return { value: short.toFixed(), exact: short.eq(whole) };
}
