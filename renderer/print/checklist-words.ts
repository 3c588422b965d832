/** Sentences that the checklist on paper and the one for a spreadsheet share. */
import type { TFunction } from "i18next";
import { problemWords } from "../i18n/error-words.ts";
import type { ChecklistAttempt, ChecklistEntry } from "./checklist-model.ts";

interface Words {
  t: TFunction;
}

/** What to look for in the service's books. */
export const lookFor = ({ t }: Words, { kind }: ChecklistEntry): string => {
  if (kind === "purchaseReturn") return t("print.checklist.lookReturn");
  return kind === "taxVoucher" ? t("print.checklist.lookVoucher") : t("print.checklist.lookRestore");
};

/** What became of an attempt, as the sending history says it. */
export const outcomeWords = ({ t }: Words, { outcome }: Pick<ChecklistAttempt, "outcome">): string =>
  outcome === null ? t("print.checklist.running") : t(`outbox.attempts.outcome.${outcome}`);

/** What was last written down beside the entry; empty where nothing was. */
export const lastWordsOf = ({ t }: Words, { lastProblem }: ChecklistEntry): string =>
  lastProblem === null ? "" : problemWords(t, lastProblem);
