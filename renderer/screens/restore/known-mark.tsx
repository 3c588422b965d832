import { useTranslation } from "react-i18next";
import type { KnownRestore } from "../../../contract/channels/posting.ts";
import { useFormats } from "../../client/use-formats.ts";
import { EntryState } from "../../features/entries/entry-follow.tsx";
import { dayOf } from "../../lib/today.ts";

interface KnownMarkProps {
  known: KnownRestore;
  /** The record was deleted after it was confirmed: this is told first. */
  deletedAgain?: boolean;
}

/** What is known of a record that was asked for, in two lines: how it is now, and below it since when or what was before. */
export function KnownMark({ known, deletedAgain = false }: KnownMarkProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { confirmedAt, state, entryId } = known;
  const isSettled = state === "confirmed" || state === "discarded";
  const date = confirmedAt === null ? "" : formats.date(dayOf(Date.parse(confirmedAt)));
  const under =
    confirmedAt === null
      ? t("restore.mark.asked")
      : t(isSettled && !deletedAgain ? "restore.mark.on" : "restore.mark.before", {
          date: `\u2068${date}\u2069`,
        });
  return (
    <span className="two-lines">
      {deletedAgain ? (
        <span>{t("state.deleted")}</span>
      ) : isSettled ? (
        <span className="good">{t("restore.mark.confirmed")}</span>
      ) : (
        <EntryState entryId={entryId} />
      )}
      <span
        className="note"
        title={confirmedAt === null ? under : `${under} · ${formats.dateTime(confirmedAt)}`}
      >
        {under}
      </span>
    </span>
  );
}
