/** Sums of a statement, by currency, exact. Pure. */
import Big from "big.js";
import type { Statement } from "../../../../contract/channels/statements.ts";
import { timestampOf } from "../../../../contract/values.ts";
import { grouped } from "../../../lib/grouped.ts";
import type { StoredReturn, UnsentReturn } from "../../store/outbox/statement-reads.ts";

const sum = (decimals: readonly string[]): Big =>
  decimals.reduce((total, text) => total.plus(text), new Big(0));

/** The service's amount less this counter's; null where there is none. */
export const differenceOf = ({ local_amount, service_amount }: StoredReturn): string | null =>
  service_amount === null ? null : new Big(service_amount).minus(local_amount).toFixed();

/** Of the returns that are confirmed. */
export function totalsOf(returns: readonly StoredReturn[]): Statement["totals"] {
  const confirmed = returns.filter(({ state }) => state === "confirmed");
  return [...grouped(confirmed, ({ currency_id }) => currency_id)].map(([currencyId, own]) => {
    const answered = own.flatMap(({ service_amount }) => (service_amount === null ? [] : [service_amount]));
    const differences = own.map(differenceOf).filter((difference) => difference !== null);
    return {
      currencyId,
      returns: own.length,
      amount: sum(own.map(({ local_amount }) => local_amount)).toFixed(),
      service: answered.length === 0 ? null : sum(answered).toFixed(),
      difference: answered.length === 0 ? null : sum(differences).toFixed(),
      withoutAnswer: own.length - answered.length,
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
