import { useTranslation } from "react-i18next";
import type { EntryDetail } from "../../../contract/channels/posting.ts";
import { Amount } from "../../features/amount/amount.tsx";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { Button } from "../../ui/button.tsx";
import classes from "./entry-detail.module.css";
import { EntryLine } from "./entry-line.tsx";

interface ResendFormProps {
  entry: EntryDetail;
  busy: boolean;
  error: Error | null;
  onConfirm: () => void;
  onKeep: () => void;
}

/** Sending again what may be in the books already can't be taken back: it wants a second press, on its own words. */
export function ResendForm({ entry, busy, error, onConfirm, onKeep }: ResendFormProps) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves it, from whichever button has the keyboard
    <div
      className={classes.stack}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onKeep();
      }}
    >
      <EntryLine entry={entry} />
      <p className={classes.warning}>{t("outbox.do.resendDoes.outcome_unknown")}</p>
      <p className={classes.worst}>
        {entry.localAmount === null ? (
          t("outbox.do.twiceNoAmount")
        ) : (
          <>
            {t("outbox.do.twice")} <Amount value={entry.localAmount} currencyId={entry.currencyId} />
          </>
        )}
      </p>
      {error === null ? null : <ErrorPanel error={error} />}
      <div className={classes.buttons}>
        <Button busy={busy} onClick={onConfirm}>
          {t("outbox.do.resendConfirm")}
        </Button>
        <Button variant="default" onClick={onKeep} autoFocus data-autofocus>
          {t("outbox.do.keep")}
        </Button>
      </div>
    </div>
  );
}
