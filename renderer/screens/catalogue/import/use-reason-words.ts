import { useTranslation } from "react-i18next";
import { type ReadReason, readCellReason, readReason } from "./import-reasons.ts";

const isolated = (text: string): string => (text === "" ? "" : `\u2068${text}\u2069`);

interface ReasonWords {
  /** Why a row is refused. */
  ofRow: (reason: string) => string;
  /** Why a cell can't be taken: the column is told by where it stands. */
  ofCell: (problem: string) => string;
}

/** Says why a row or a cell is refused; a reason that this page doesn't know is shown as the engine gave it. */
export function useReasonWords(): ReasonWords {
  const { t } = useTranslation();
  const wordsOf = ({ reason, cell, more, other }: ReadReason): string =>
    t(`catalogue.reason.${reason}`, {
      cell: isolated(cell),
      more: isolated(more),
      other: isolated(other),
    });
  return {
    ofRow: (text) => {
      const read = readReason(text);
      if (read === null) return text;
      const words = wordsOf(read);
      return read.column === null
        ? words
        : t("catalogue.reasonOfColumn", { column: isolated(read.column), words });
    },
    ofCell: (text) => {
      const read = readCellReason(text);
      return read === null ? text : wordsOf(read);
    },
  };
}
