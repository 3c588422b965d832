/** Sums of a statement, by currency, exact. Pure. */
import Big from "big.js";
import type { Statement } from "../../../../contract/channels/statements.ts";
import { timestampOf } from "../../../../contract/values.ts";
import { grouped } from "../../../lib/grouped.ts";
import type { StoredReturn, UnsentReturn } from "./statement-reads.ts";

const sum = (decimals: readonly string[]): Big =>
  decimals.reduce((total, text) => total.plus(text), new Big(0));

/** The service's amount where it can be compared with this counter's: an answer that names no currency means the return's. */
const comparable = ({ service_amount, service_currency_id, currency_id }: StoredReturn): string | null =>
  (service_currency_id ?? currency_id) === currency_id ? service_amount : null;

/** The service's amount less this counter's; null where they can't be compared. */
export function differenceOf(found: StoredReturn): string | null {
  const service = comparable(found);
  return service === null ? null : new Big(service).minus(found.local_amount).toFixed();
}

/** Of the returns that are confirmed. */
export function totalsOf(returns: readonly StoredReturn[]): Statement["totals"] {
  const confirmed = returns.filter(({ state }) => state === "confirmed");
  return [...grouped(confirmed, ({ currency_id }) => currency_id)].map(([currencyId, own]) => {
    const known = own.map(comparable).filter((amount) => amount !== null);
    const differences = own.map(differenceOf).filter((difference) => difference !== null);
    return {
      currencyId,
      returns: own.length,
      amount: sum(own.map(({ local_amount }) => local_amount)).toFixed(),
      service: known.length === 0 ? null : sum(known).toFixed(),
      difference: known.length === 0 ? null : sum(differences).toFixed(),
      notCompared: own.length - known.length,
    };
  });
}

export const unsentOf = (returns: readonly UnsentReturn[]): Statement["unsent"] =>
  [...grouped(returns, ({ currency_id }) => currency_id)].map(([currencyId, own]) => ({
    currencyId,
    returns: own.length,
    amount: sum(own.map(({ local_amount }) => local_amount)).toFixed(),
    oldestAt: timestampOf(Math.min(...own.map(({ created_at }) => created_at))),
  }));
