import { Amount } from "./amount.tsx";
import classes from "./list-amount.module.css";

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
    <span className={`${classes.amount} small cut fixed max-w-full`}>
      <Amount value={value} currencyId={currencyId} align={room} />
    </span>
  );
}
