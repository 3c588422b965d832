/** Sentences of a supplier's statement that the screen and the paper share. */
import type { TFunction } from "i18next";
import type { Statement } from "../../contract/channels/statements.ts";
import { shownState } from "../../contract/entry-states.ts";

interface Words {
  t: TFunction;
  /** A day, and a moment, as the person's language writes them. */
  formats: { date: (isoDate: string) => string; dateTime: (timestamp: string) => string };
}

interface Days {
  from: string | null;
  to: string | null;
}

/** Which days it is of. */
export function periodWords({ t, formats }: Words, { from, to }: Days): string {
  if (from !== null && to !== null)
    return t("statement.between", { from: formats.date(from), to: formats.date(to) });
  if (from !== null) return t("statement.since", { from: formats.date(from) });
  return to === null ? t("statement.everything") : t("statement.until", { to: formats.date(to) });
}

/** Where a return is. */
export const stateWords = ({ t }: Pick<Words, "t">, row: Statement["rows"][number]): string => {
  const state = shownState(row);
  return state === null ? t("statement.returns.noEntry") : t(`components.state.${state}`);
};

/** Where a balance is from, and since when. */
export const toldWords = (
  { t, formats }: Words,
  { at, serialNo }: Statement["balances"][number]["points"][number],
): string => {
  const when = formats.dateTime(at);
  return serialNo === null
    ? t("statement.balances.toldAt", { at: when })
    : t("statement.balances.told", { at: when, serial: serialNo });
};
