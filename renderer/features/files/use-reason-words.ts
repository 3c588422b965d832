import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../client/use-formats.ts";
import { isolated } from "../../i18n/format.ts";
import { columnWords } from "./column-words.ts";
import { type ReadReason, readCellReason, readReasons } from "./row-reasons.ts";
import { ACCOUNT_TYPES } from "./words/word-choices.ts";

/** A number is written with the person's digits; anything else stands as it came. */
const numberOr = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : isolated(text));

/** The values that a cell may have; a kind of account with its own word. */
const choices = (t: TFunction, names: string): string[] =>
  names.split(", ").map((name) => {
    const kind = ACCOUNT_TYPES.find((each) => each === name);
    return isolated(kind === undefined ? name : t(`catalogue.accountKind.${kind}`));
  });

interface ReasonWords {
  /** Why a row is refused: all that is wrong with it. */
  ofRow: (reason: string) => string[];
  /** The engine's own sentence where there are no words for it, for support; null where there are. */
  unknown: (reason: string) => string | null;
  /** Why a cell can't be taken: the column is told by where it stands. */
  ofCell: (problem: string) => string;
}

/** Says why a row or a cell is refused; of a reason that this page doesn't know only that much. */
export function useReasonWords(): ReasonWords {
  const { t } = useTranslation();
  const formats = useFormats();
  const wordsOf = ({ reason, cell, more, other }: ReadReason): string =>
    t(`catalogue.reason.${reason}`, {
      cell: isolated(cell),
      more: reason === "notChoice" ? formats.list(choices(t, more)) : numberOr(more),
      other: numberOr(other),
      count: Number(more) || 0,
    });
  return {
    ofRow: (text) => {
      const reasons = readReasons(text);
      if (reasons === null) return [t("catalogue.reasonUnknown")];
      return reasons.map((read) => {
        const words = wordsOf(read);
        return read.column === null
          ? words
          : t("catalogue.reasonOfColumn", { column: isolated(columnWords(t, read.column)), words });
      });
    },
    unknown: (text) => (readReasons(text) === null ? text : null),
    ofCell: (text) => {
      const read = readCellReason(text);
      return read === null ? t("catalogue.cellUnknown") : wordsOf(read);
    },
  };
}
