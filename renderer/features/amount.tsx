import { type ReactNode, useCallback } from "react";
import { useChannel } from "../client/queries.ts";
import { useFormats } from "../client/settings.ts";
import { writtenDigits } from "../i18n/currency-digits.ts";
import { rightToLeft } from "../i18n/format.ts";
import classes from "./amount.module.css";

interface AmountProps {
  /** An exact decimal as text; null where none is known. */
  value: string | null;
  currencyId?: string | null;
  /** Room for so many fraction digits: the same for every amount of a column aligns the separators. */
  align?: number;
}

/** An exact decimal with its currency beside it. Never rounded; zeros are only added. */
export function Amount({ value, currencyId = null, align }: AmountProps) {
  if (value === null) return <span className="faint">—</span>;
  // A table's plain numbers need not follow the currencies of the reference data.
  if (currencyId === null) return <Digits value={value} digits={0} align={align} />;
  return <Money value={value} currencyId={currencyId} align={align} />;
}

interface MoneyProps {
  value: string;
  currencyId: string;
  align: number | undefined;
}

function Money({ value, currencyId, align }: MoneyProps) {
  return (
    <Digits value={value} digits={useCurrencyDigits(currencyId)} align={align}>
      <bdi className={`${classes.currency} dim text-end`}>{currencyId}</bdi>
    </Digits>
  );
}

interface DigitsProps {
  value: string;
  /** At least so many after the separator. */
  digits: number;
  align: number | undefined;
  children?: ReactNode;
}

function Digits({ value, digits, align, children }: DigitsProps) {
  const parts = useFormats().decimalParts(value, digits);
  const room = align === undefined ? undefined : { minInlineSize: `calc(${align}ch + 0.3em)` };
  return (
    <span
      className={`${classes.amount} nowrap baseline gap-6`}
      data-column={align !== undefined}
      title={align === undefined ? undefined : value}
    >
      <span className={classes.number}>
        {parts.sign}
        {parts.integer}
        <span className={classes.fraction} style={room}>
          {parts.separator}
          {parts.fraction}
        </span>
      </span>
      {children}
    </span>
  );
}

/** Room for the fractions of a list: the separators stand under each other, and one endless fraction moves no other amount. */
export const fractionRoom = (decimals: readonly (string | null)[]): number =>
  decimals.reduce((room, text) => Math.max(room, Math.min(3, text?.split(".")[1]?.length ?? 0)), 2);

interface ListAmountProps {
  value: string;
  currencyId: string | null;
  /** From `fractionRoom`, the same for the whole list. */
  room: number;
}

/** An amount at the end of a list's row. */
export function ListAmount({ value, currencyId, room }: ListAmountProps) {
  return (
    <span className={`${classes.inList} small cut fixed max-w-full`}>
      <Amount value={value} currencyId={currencyId} align={room} />
    </span>
  );
}

// How wide a column of amounts must be, so that its longest one is shown whole.

const DIGIT_REM = 0.56;
const SEPARATOR_REM = 0.27;
/** The cell's padding, and the currency with its gap. */
const PADDING_REM = 1.5;
const CURRENCY_REM = 2.75;
/** Beyond this an amount is cut, visibly; its title and the copied text have it whole. */
const MOST_REM = 26;

/** The width in rem for these decimals, with room for a fraction of `fraction` digits; at least `least`. */
export function amountWidth(
  decimals: readonly (string | null)[],
  { fraction, least, currency }: { fraction: number; least: number; currency: boolean },
): number {
  const digits = decimals.reduce(
    (most, text) => Math.max(most, text?.replace("-", "").split(".")[0]?.length ?? 0),
    1,
  );
  const negative = decimals.some((text) => text?.startsWith("-") === true);
  const characters = digits + fraction + (negative ? 1 : 0);
  const separators = Math.floor((digits - 1) / 3) + (fraction > 0 ? 1 : 0);
  const width = characters * DIGIT_REM + separators * SEPARATOR_REM + PADDING_REM + 0.25;
  return Math.min(MOST_REM, Math.max(least, Math.ceil((width + (currency ? CURRENCY_REM : 0)) * 2) / 2));
}

/** The digits of the longest fraction, and at least so many: as room for all of them it aligns their separators. */
export const longestFraction = (decimals: readonly (string | null)[], least = 0): number =>
  decimals.reduce((room, text) => Math.max(room, text?.split(".")[1]?.length ?? 0), least);

// The fraction digits of currencies, and what is written by them.

/** What the reference data says of a currency's fraction digits: null where it says nothing, undefined until it is read. */
export function useImportedDigits(currencyId: string | null): number | null | undefined {
  const rows = useChannel("mirror.search", { kind: "currency", text: "", limit: 1000 }).data?.rows;
  const row = rows?.find((found) => found.kind === "currency" && found.id === currencyId);
  return rows === undefined ? undefined : row?.kind === "currency" ? row.digits : null;
}

/** Fraction digits that an amount of the currency is written with at least. */
export function useCurrencyDigits(currencyId: string | null): number {
  const imported = useImportedDigits(currencyId) ?? null;
  return currencyId === null ? 0 : writtenDigits(currencyId, imported);
}

/** Writes an exact amount with its currency as text, for a sentence; `Amount` is for everything else. */
export function useMoneyText(): (amount: string, currencyId: string) => string {
  const formats = useFormats();
  const rows = useChannel("mirror.search", { kind: "currency", text: "", limit: 1000 }).data?.rows;
  return useCallback(
    (amount, currencyId) => {
      const row = rows?.find((found) => found.kind === "currency" && found.id === currencyId);
      const digits = writtenDigits(currencyId, row?.kind === "currency" ? row.digits : null);
      const text = `${formats.decimal(amount, digits)} ${currencyId}`;
      // As `Amount` has it: the number comes first for who reads from the right.
      return formats.locale.startsWith("ar") ? rightToLeft(text) : text;
    },
    [rows, formats],
  );
}
