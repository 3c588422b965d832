import { useTranslation } from "react-i18next";
import { useSend } from "../../client/queries.ts";
import { PrintWays } from "./print-ways.tsx";

interface PrintSlipProps {
  entryId: string;
  /** The buttons stand in a row of other things, and how it ended below the row. */
  inRow?: boolean;
  /** There is no room for their words. */
  icons?: boolean;
  /** Where it is told how it ended, other than below the buttons; null until that place is drawn. */
  outcomeIn?: HTMLElement | null;
}

/** Prints an entry's slip as the settings say, or in another way once. Never in the way of what is entered next. */
export function PrintSlip({ entryId, ...ways }: PrintSlipProps) {
  const { t } = useTranslation();
  const print = useSend("print.slip");
  return (
    <PrintWays
      {...ways}
      words={t("print.button.slip")}
      name="slip"
      send={(to, paper) => print.mutate({ entryId, to, ...(paper === undefined ? {} : { paper }) })}
      busy={print.isPending}
      printed={print.data}
      error={print.error}
    />
  );
}
