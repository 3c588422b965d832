import { useTranslation } from "react-i18next";
import { readReason } from "./import-reasons.ts";

const isolated = (text: string): string => (text === "" ? "" : `\u2068${text}\u2069`);

/** Says why a row was refused; a reason that this page doesn't know is shown as the engine gave it. */
export function useReasonWords(): (reason: string) => string {
  const { t } = useTranslation();
  return (text) => {
    const read = readReason(text);
    if (read === null) return text;
    const { column, reason, cell, more, other } = read;
    const words = t(`catalogue.reason.${reason}`, {
      ...{ cell: isolated(cell), more: isolated(more), other: isolated(other) },
    });
    return column === null ? words : t("catalogue.reasonOfColumn", { column: isolated(column), words });
  };
}
