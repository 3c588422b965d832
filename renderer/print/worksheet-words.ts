/** Sentences that the worksheet on paper and the one for a spreadsheet share. */
import type { TFunction } from "i18next";
import { networkWords } from "../i18n/error-words.ts";
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

/** What was last written down beside the entry; a network error in the person's language, with its code. */
export function lastWordsOf({ t }: Words, { lastWords, heldReason, attempts }: WorksheetEntry): string {
  if (heldReason !== null) return t(`outbox.means.held.${heldReason}`);
  const last = attempts.at(-1);
  const isNetworks = last !== undefined && (last.httpStatus === null || last.outcome === "answer_lost");
  const met = isNetworks && lastWords !== "" ? networkWords(t, lastWords) : null;
  if (met === null) return lastWords;
  return met.code === null ? met.words : `${met.words} \u2066(${met.code})\u2069`;
}
