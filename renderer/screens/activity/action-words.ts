/** The audit's actions in words. */
import type { TFunction } from "i18next";
import { REFERENCE_KINDS } from "../../../contract/lists.ts";
import { OPERATION_KINDS } from "../../../contract/operations.ts";

const KNOWN = [
  "purchaseReturn-posted",
  "taxVoucher-updated",
  "restore-requested",
  "entry-resent",
  "entry-discarded",
  "entry-corrected",
  "entry-markedRecorded",
  "policy-changed",
  "scanRules-changed",
  "returnWindow-changed",
  "barcode-linked",
  "barcode-unlinked",
  "connection-saved",
  "referenceData-imported",
  "backup-created",
  "backup-restored",
  "restored-decided",
  "storage-recovered",
  "audit-exported",
  "daySheet-made",
  "pin-set",
  "pin-changed",
  "pin-configured",
  "pin-removed",
  "pin-codeRenewed",
  "pin-reset",
  "pin-wrong",
  "pin-opened",
  "pin-locked",
  "pin-lost",
] as const;

/**
 * What was done, as people are told it: an entry that a corrected one replaced is recorded as discarded, with the
 * entry that took its place.
 */
export const toldAction = ({
  action,
  details,
}: {
  action: string;
  details: Record<string, unknown>;
}): string => (action === "entry.discarded" && typeof details.by === "string" ? "entry.corrected" : action);

/** An action such as "entry.resent" in words; one that a newer engine wrote is shown as it is spelled. */
export function actionWords(t: TFunction, action: string): string {
  const key = KNOWN.find((known) => known === action.replace(".", "-"));
  return key === undefined ? action : t(`activity.action.${key}`);
}

/**
 * What an action concerns: a kind of file or of restore in words, with the ids that follow it; anything else
 * (a serial number, an entry) as it is spelled.
 */
export function subjectWords(t: TFunction, subject: string): { words: string | null; ids: string } {
  const [first = "", ...rest] = subject.split(" ");
  const file = rest.length === 0 ? REFERENCE_KINDS.find((kind) => kind === first) : undefined;
  if (file !== undefined) return { words: t(`catalogue.tab.${file}`), ids: "" };
  const operation = rest.length > 0 ? OPERATION_KINDS.find((kind) => kind === first) : undefined;
  return operation === undefined
    ? { words: null, ids: subject }
    : { words: t(`common.kind.${operation}`), ids: rest.join(" ") };
}
