/** Finds among rows that are already here: balances have no search of their own. */
import type { ChannelOutput } from "../../../../contract/channels.ts";
import { folded, latinNumber } from "../../../lib/text.ts";

export type BalanceRow = ChannelOutput<"mirror.balances">["rows"][number];

const wordsOf = (text: string): string[] =>
  folded(text)
    .split(/\s+/)
    .filter((word) => word !== "");

const isCode = (text: string, value: number | string | null): boolean =>
  value !== null && String(value) === text;

/** Balances of the account or currency that the text names; all of them for no text. */
export function matchingBalances(rows: readonly BalanceRow[], text: string): BalanceRow[] {
  const words = wordsOf(text);
  const code = latinNumber(text);
  return rows.filter((row) => {
    const name = folded(`${row.accountName ?? ""} ${row.currencyId}`);
    return isCode(code, row.accountId) || words.every((word) => name.includes(word));
  });
}

/** Whether goods are past their date; the day of expiry itself is not past. */
export function isExpired(expiryAt: string | null, today: string): boolean {
  return expiryAt !== null && expiryAt < today;
}
