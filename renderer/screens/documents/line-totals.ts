/** What the lines of an answer come to: this computer's arithmetic, exact, and never across currencies. */
import Big from "big.js";
import { type AnsweredRow, valueText } from "./part-fields.ts";

const decimalOf = (value: unknown): Big | null => {
  const text = valueText(value);
  return text !== null && /^-?\d+(?:\.\d+)?$/.test(text) ? new Big(text) : null;
};

/** Quantity times price; nothing for free goods, null where either is not known. */
export function lineTotal(row: AnsweredRow): string | null {
  const quantity = decimalOf(row.quantity);
  const price = decimalOf(row.price);
  if (quantity === null || price === null) return null;
  return valueText(row.isFree) === "true" ? "0" : quantity.times(price).toFixed();
}

export interface CurrencyTotal {
  currencyId: string;
  amount: string;
}

/** The sum of each currency in the order they first come; null where a line or its currency is not known. */
export function totalsOf(rows: readonly AnsweredRow[]): CurrencyTotal[] | null {
  const sums = new Map<string, Big>();
  for (const row of rows) {
    const total = lineTotal(row);
    const currencyId = valueText(row.currencyId);
    if (total === null || currencyId === null) return null;
    sums.set(currencyId, (sums.get(currencyId) ?? new Big(0)).plus(total));
  }
  return [...sums].map(([currencyId, sum]) => ({ currencyId, amount: sum.toFixed() }));
}
