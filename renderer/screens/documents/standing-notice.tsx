import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Notice, type NoticeKind } from "../../components/notice.tsx";
import { type DocumentDetail, type Standing, standingOf } from "./standing.ts";

const KINDS: Record<Exclude<Standing, "answered">, NoticeKind> = {
  answeredEarlier: "info",
  notUnderstood: "warn",
  lookedUp: "info",
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
export function StandingNotice({ detail }: { detail: DocumentDetail }) {
  const { t } = useTranslation();
  const standing = standingOf(detail);
  if (standing === "answered") return null;
  return (
    <Notice
      kind={KINDS[standing]}
      title={t(`documents.standing.${standing}.title`)}
      action={
        standing !== "corrected" ? undefined : (
          <Link href={`/outbox/${detail.document.correctedByEntryId}`}>{t("outbox.detail.correctedBy")}</Link>
        )
      }
    >
      {t(`documents.standing.${standing}.text`)}
      {standing === "lookedUp" ? (
        <blockquote dir="auto">{detail.entries[0]?.resolution?.words}</blockquote>
      ) : null}
    </Notice>
  );
}
