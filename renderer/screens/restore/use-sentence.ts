import { useTranslation } from "react-i18next";
import { shownIds } from "../../../contract/operations.ts";
import type { RestoreItem } from "./restore-plan.ts";

/** A record in words, with its ids. */
export function useRecordWords(): (item: RestoreItem) => string {
  const { t } = useTranslation();
  return ({ kind, name, ids: parts }) => {
    const ids = `\u2068${shownIds(parts)}\u2069`;
    return name === null
      ? t(`operations.byIds.${kind}`, { ids })
      : t(`operations.byName.${kind}`, { name: `\u2068${name}\u2069`, ids });
  };
}
