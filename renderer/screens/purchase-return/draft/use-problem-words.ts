import { useTranslation } from "react-i18next";
import { reasonWords } from "../../../i18n/error-words.ts";
import { isFieldReason, type Problem } from "./problems.ts";

/** Why a field can't be taken, in a short sentence. */
export function useProblemWords(): (problem: Problem | undefined) => string | null {
  const { t } = useTranslation();
  return (problem) => {
    if (problem === undefined) return null;
    return isFieldReason(problem.reason)
      ? reasonWords(t, { reason: problem.reason, params: problem.params })
      : t(`purchaseReturn.problem.${problem.reason}`);
  };
}
