import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { ACCOUNT_TYPES, columnNamed, DELETED_MARKS } from "../../../contract/lists.ts";
import type { RowProblem, RowReason } from "../../../contract/reasons/row-reason.ts";
import { useFormats } from "../../client/settings.ts";
import { isolated } from "../../i18n/format.ts";

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
    return t(`referenceData.reason.${code}`, Object.fromEntries(values));
  };
  return {
    ofRow: (problems) =>
      problems.map((problem) => {
        const { column } = problem;
        const words = wordsOf(column, problem);
        return column === null
          ? words
          : t("referenceData.reasonOfColumn", { column: isolated(columnWords(t, column)), words });
      }),
    ofCell: wordsOf,
    ofFile: (reason) => wordsOf(null, reason),
  };
}

// What the columns of files are called.

/** What a column is called on the screen; a column that this page doesn't know goes by its name. */
export function columnWords(t: TFunction, name: string): string {
  const known = columnNamed(name);
  if (known === null) return name;
  return known.name === "freeQuantity" ? t("referenceData.column.freeQuantity") : t(`field.${known.name}`);
}

/** Says what a choice of a column is called. */
export function useChoiceWords(): (column: string, choice: string) => string {
  const { t } = useTranslation();
  return (column, choice) => {
    const type = column === "type" ? ACCOUNT_TYPES.find((each) => each === choice) : undefined;
    if (type !== undefined) return t(`components.picker.type.${type}`);
    const mark = column === "deleted" ? DELETED_MARKS.find((each) => each === choice) : undefined;
    return mark === undefined ? choice : t(`referenceData.words.deleted.${mark}`);
  };
}
