import { useTranslation } from "react-i18next";
import { ACCOUNT_TYPES, DELETED_MARKS } from "../../../../contract/lists.ts";

/** Says what a choice of a column is called. */
export function useChoiceWords(): (column: string, choice: string) => string {
  const { t } = useTranslation();
  return (column, choice) => {
    const type = column === "type" ? ACCOUNT_TYPES.find((each) => each === choice) : undefined;
    if (type !== undefined) return t(`components.picker.type.${type}`);
    const mark = column === "deleted" ? DELETED_MARKS.find((each) => each === choice) : undefined;
    return mark === undefined ? choice : t(`catalogue.words.deleted.${mark}`);
  };
}
