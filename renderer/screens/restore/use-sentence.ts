import { useTranslation } from "react-i18next";
import type { RestoreItem } from "./restore-plan.ts";

/** A record in words, with its ids. */
export function useRecordWords(): (item: RestoreItem) => string {
  const { t } = useTranslation();
  return ({ kind, name, ids }) =>
    name === null
      ? t(`restore.byIds.${kind}`, { ids: `\u2068${ids}\u2069` })
      : t(`restore.byName.${kind}`, { name: `\u2068${name}\u2069`, ids: `\u2068${ids}\u2069` });
}
