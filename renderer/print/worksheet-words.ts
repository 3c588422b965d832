/** Sentences that the worksheet on paper and the one for a spreadsheet share. */
import type { TFunction } from "i18next";
import type { WorksheetAttempt, WorksheetEntry } from "./worksheet-model.ts";

interface Words {
  t: TFunction;
}

/** What to look for in the service's books. */
export const lookFor = ({ t }: Words, { kind }: WorksheetEntry): string => {
  if (kind === "purchaseReturn") return t("print.worksheet.lookReturn");
  return kind === "taxVoucher" ? t("print.worksheet.lookVoucher") : t("print.worksheet.lookRestore");
};

/** What became of an attempt, as the sending history says it. */
export const outcomeWords = ({ t }: Words, { outcome }: Pick<WorksheetAttempt, "outcome">): string =>
  outcome === null ? t("print.worksheet.running") : t(`outbox.attempts.outcome.${outcome}`);
