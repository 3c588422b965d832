import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { invoke } from "../../../client/api.ts";
import { unitsOf } from "../finder/known-stock.ts";
import { type FoundGoods, useGoods, usePriceIn } from "../finder/use-goods.ts";
import { type PastedColumns, pastedColumns } from "./pasted-columns.ts";
import {
  cellOf,
  lineOfCells,
  type PastedLine,
  type Resolved,
  resolvedProduct,
  unitNamed,
} from "./pasted-lines.ts";

const AT_ONCE = 8;
const SEARCHED = 20;
/** What the channels take; a longer text is no barcode and no name. */
const LONGEST = 200;

async function byBarcode(barcode: string): Promise<FoundGoods | null> {
  const hit = await invoke("mirror.lookupBarcode", { barcode });
  if (hit === null) return null;
  const { barcode: _code, stock, ...product } = hit;
  const unit = hit.units.find((one) => one.barcode === hit.barcode)?.measureUnitId ?? null;
  return { product, productId: String(hit.id), measureUnitId: unit === null ? null : String(unit), stock };
}

async function resolve(text: string): Promise<Resolved> {
  if (text === "" || text.length > LONGEST) return { kind: "none" };
  const [code, named] = await Promise.all([
    byBarcode(text),
    invoke("mirror.search", { kind: "product", text, limit: SEARCHED }),
  ]);
  return resolvedProduct(text, code, named.rows);
}

/** Runs the work over all items, a few at a time, so that the window stays free. */
async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

export interface PastedReading {
  columns: PastedColumns;
  lines: PastedLine[] | null;
  /** How many different goods were looked for, of how many. */
  done: number;
  of: number;
  error: unknown;
}

interface Place {
  storeId: string;
  currencyId: string;
  units: readonly { id: string; name: string }[];
}

/** Reads a pasted block once: finds the goods and their units, and the prices to begin with. */
export function usePastedLines(cells: string[][], place: Place): PastedReading {
  const client = useQueryClient();
  const goodsOf = useGoods(place);
  const priceIn = usePriceIn();
  const [reading, setReading] = useState<PastedReading>(() => ({
    columns: pastedColumns(cells),
    lines: null,
    done: 0,
    of: 0,
    error: null,
  }));
  const latest = useRef({ goodsOf, priceIn, place });
  latest.current = { goodsOf, priceIn, place };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the client stands for the connection the goods are of
  useEffect(() => {
    let current = true;
    const columns = pastedColumns(cells);
    const rows = columns.named ? cells.slice(1) : cells;
    const texts = [...new Set(rows.map((row) => cellOf(row, columns.columns, "product")))];
    const known = new Map<string, Resolved>();
    let done = 0;
    const lineOf = async (row: string[], index: number): Promise<PastedLine> => {
      const text = cellOf(row, columns.columns, "product");
      const resolved = known.get(text) ?? { kind: "none" as const };
      const unitText = cellOf(row, columns.columns, "unit");
      const pasted = { row: index + (columns.named ? 2 : 1), text, resolved };
      const line = lineOfCells(crypto.randomUUID(), row, columns.columns);
      if (resolved.kind !== "found") return { ...pasted, line, unknownUnit: null };
      const goods = await latest.current.goodsOf(resolved.found);
      const named =
        unitText === ""
          ? goods.measureUnitId
          : unitNamed(unitText, [...unitsOf(resolved.found.product), ...latest.current.place.units]);
      const measureUnitId = named ?? "";
      const price =
        line.priceTyped || measureUnitId === ""
          ? line.price
          : await latest.current.priceIn({ ...goods, measureUnitId }, latest.current.place);
      return {
        ...pasted,
        unknownUnit: named === null ? unitText : null,
        line: { ...line, productId: goods.productId, measureUnitId, price },
      };
    };
    const read = async () => {
      await each(texts, async (text) => {
        if (!current) return;
        known.set(text, await resolve(text));
        done += 1;
        if (current && done % 25 === 0)
          setReading({ columns, lines: null, done, of: texts.length, error: null });
      });
      const lines: PastedLine[] = [];
      await each([...rows.entries()], async ([index, row]) => {
        if (current) lines[index] = await lineOf(row, index);
      });
      if (current) setReading({ columns, lines, done, of: texts.length, error: null });
    };
    setReading({ columns, lines: null, done: 0, of: texts.length, error: null });
    read().catch((error: unknown) => current && setReading((before) => ({ ...before, error })));
    return () => {
      current = false;
    };
  }, [cells, client]);
  return reading;
}
