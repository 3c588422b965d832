/** What may be claimed about a document, by what is known of it. */

import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { type EntryStatus, entryStatus } from "../../../contract/entry-status.ts";
import { Notice, type NoticeKind } from "../../ui/notice.tsx";

export type DocumentDetail = ChannelOutput<"documents.get">;

type DocumentStatus =
  /** The service answered the newest entry, or it is known without one. */
  | "answered"
  /** The service answered an earlier entry; the newest one is in another state. */
  | "answeredEarlier"
  /** It counts as confirmed, and the answer holds no transaction of it. */
  | "notUnderstood"
  /** The answer is not about it, and it waits for a person. */
  | "noEvidence"
  | "waiting"
  | "unknown"
  | "refused"
  | "discarded"
  /** A corrected entry took its place. */
  | "corrected"
  /** Confirmed by someone's word; the service itself did not answer. */
  | "byHand"
  /** Known from an imported file. */
  | "file"
  /** Known from the service's answer about another document. */
  | "otherAnswer";

type Known = Pick<DocumentDetail, "document" | "transaction" | "rawAnswer" | "entries">;

/** Of a document whose entry no answer is known of. */
const OF_ENTRY: Record<EntryStatus, DocumentStatus> = {
  pending: "waiting",
  in_flight: "waiting",
  retry_wait: "waiting",
  outcome_unknown: "unknown",
  noEvidence: "noEvidence",
  dead_letter: "refused",
  confirmed: "byHand",
  confirmedOdd: "byHand",
  confirmedByHand: "byHand",
  confirmedWithoutEvidence: "byHand",
  discarded: "discarded",
  corrected: "corrected",
};

/** The one sentence's key that is true of the document. */
export function documentStatusOf({ document, transaction, rawAnswer, entries }: Known): DocumentStatus {
  const { state, correctedByEntryId } = document;
  const [newest] = entries;
  if (transaction !== null) return state === null || state === "confirmed" ? "answered" : "answeredEarlier";
  const resolution = newest?.resolution ?? null;
  if (rawAnswer !== null && state === "confirmed" && resolution === null) return "notUnderstood";
  if (newest === undefined || state === null) return document.serviceAmount === null ? "file" : "otherAnswer";
  // The answer of an earlier attempt says nothing of the newest, whose own may have been lost.
  const hasEvidence = newest.lastOutcome !== "no_evidence";
  return OF_ENTRY[
    entryStatus({ state, correctedByEntryId, resolution, answerUnderstood: null }, hasEvidence)
  ];
}

const KINDS: Record<Exclude<DocumentStatus, "answered">, NoticeKind> = {
  answeredEarlier: "info",
  notUnderstood: "warn",
  noEvidence: "warn",
  waiting: "info",
  unknown: "warn",
  refused: "bad",
  discarded: "info",
  corrected: "info",
  byHand: "info",
  file: "info",
  otherAnswer: "info",
};

/** What may be claimed about the document, where it is less than a plain answer. */
export function StatusNotice({ detail }: { detail: DocumentDetail }) {
  const { t } = useTranslation();
  const status = documentStatusOf(detail);
  if (status === "answered") return null;
  return (
    <Notice
      kind={KINDS[status]}
      title={t(`documents.status.${status}.title`)}
      action={
        status !== "corrected" ? undefined : (
          <Link href={`/outbox/${detail.document.correctedByEntryId}`}>{t("outbox.detail.correctedBy")}</Link>
        )
      }
    >
      {t(`documents.status.${status}.text`)}
    </Notice>
  );
}
