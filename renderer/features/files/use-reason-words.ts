import { useTranslation } from "react-i18next";
import type { RowProblem, RowReason } from "../../../contract/reasons/row-reason.ts";
import { useFormats } from "../../client/use-formats.ts";
import { isolated } from "../../i18n/format.ts";
import { columnWords } from "./column-words.ts";
import { useChoiceWords } from "./words/use-choice-words.ts";

interface ReasonWords {
  /** Why a row is refused: all that is wrong with it. */
  ofRow: (problems: readonly RowProblem[]) => string[];
  /** Why the column's cell can't be taken: where it is shown says which column that is. */
  ofCell: (column: string, reason: RowReason) => string;
  /** What keeps the rows from being read. */
  ofFile: (reason: RowReason) => string;
}

/** Says why a row or a cell is refused. */
export function useReasonWords(): ReasonWords {
  const { t } = useTranslation();
  const formats = useFormats();
  const choiceWords = useChoiceWords();
  const wordsOf = (column: string | null, { code, params }: RowReason): string => {
    const choice = (one: string): string => isolated(column === null ? one : choiceWords(column, one));
    const shown = (value: number | string | readonly string[]): number | string =>
      typeof value === "number"
        ? value
        : typeof value === "string"
          ? isolated(value)
          : formats.list(value.map(choice));
    const values = Object.entries(params).map(([name, value]) => [name, shown(value)]);
    return t(`catalogue.reason.${code}`, Object.fromEntries(values));
  };
  return {
    ofRow: (problems) =>
      problems.map((problem) => {
        const { column } = problem;
        const words = wordsOf(column, problem);
        return column === null
          ? words
          : t("catalogue.reasonOfColumn", { column: isolated(columnWords(t, column)), words });
      }),
    ofCell: wordsOf,
    ofFile: (reason) => wordsOf(null, reason),
  };
}
