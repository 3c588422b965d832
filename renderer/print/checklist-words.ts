/** Sentences that the checklist on paper and the one for a spreadsheet share. */
import type { TFunction } from "i18next";
import { networkWords, serviceWords } from "../i18n/error-words.ts";
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

/** What was last written down beside the entry; a network error in the person's language. */
export function lastWordsOf({ t }: Words, { lastWords, heldReason, attempts }: ChecklistEntry): string {
  if (heldReason !== null) return t(`outbox.means.held.${heldReason}`);
  const last = attempts.at(-1);
  if (last?.outcome === "no_evidence") return outcomeWords({ t }, last);
  const isNetworks = last !== undefined && (last.httpStatus === null || last.outcome === "answer_lost");
  const met = isNetworks && lastWords !== "" ? networkWords(t, lastWords) : null;
  return met?.words ?? serviceWords(t, lastWords);
}
