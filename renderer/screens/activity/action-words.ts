/** The audit's actions in words. */
import type { TFunction } from "i18next";

const KNOWN = [
  "purchaseReturn-posted",
  "taxVoucher-updated",
  "restore-requested",
  "entry-resent",
  "entry-discarded",
  "entry-markedRecorded",
  "policy-changed",
  "connection-saved",
  "referenceData-imported",
  "backup-created",
] as const;

/** An action such as "entry.resent" in words; one that a newer engine wrote is shown as it is spelled. */
export function actionWords(t: TFunction, action: string): string {
  const key = KNOWN.find((known) => known === action.replace(".", "-"));
  return key === undefined ? action : t(`activity.action.${key}`);
}
