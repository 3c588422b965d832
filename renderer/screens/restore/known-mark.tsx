import { useTranslation } from "react-i18next";
import type { KnownRestore } from "../../../contract/channels/restore.ts";
import { useFormats } from "../../client/use-formats.ts";
import { EntryState } from "../../features/entries/entry-follow.tsx";
import { dayOf } from "../../lib/today.ts";
import classes from "./restore.module.css";

/** What is known of a record that was asked for: when it was confirmed, and how the newest request goes. */
export function KnownMark({ known }: { known: KnownRestore }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { confirmedAt, state, entryId } = known;
  return (
    <>
      {confirmedAt === null ? null : (
        <span className={classes.confirmed} title={formats.dateTime(confirmedAt)}>
          {t("restore.mark.confirmed", {
            date: `\u2068${formats.date(dayOf(Date.parse(confirmedAt)))}\u2069`,
          })}
        </span>
      )}
      {state === "confirmed" || state === "discarded" ? null : (
        <span className={classes.mark}>
          <span>{t("restore.mark.asked")}</span>
          <EntryState entryId={entryId} />
        </span>
      )}
    </>
  );
}
