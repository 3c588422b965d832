import type { ReactNode } from "react";
import { useFormats } from "../../client/use-formats.ts";
import classes from "./amount.module.css";
import { useCurrencyDigits } from "./currency-digits.ts";

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
