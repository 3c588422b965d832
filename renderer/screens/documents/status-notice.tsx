import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Notice, type NoticeKind } from "../../ui/notice.tsx";
import { type DocumentDetail, type DocumentStatus, documentStatusOf } from "./document-status.ts";

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
