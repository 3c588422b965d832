import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Proposal } from "../../../contract/channels/unknown.ts";
import { useFormats } from "../../client/use-formats.ts";
import { Amount } from "../../features/amount/amount.tsx";
import { useReasonWords } from "../../features/files/use-reason-words.ts";
import { isolated } from "../../i18n/format.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { KindName } from "../../ui/kind-name.tsx";
import classes from "./books.module.css";

/** A press that can't be taken back: it wants a second one, on its own words. */
export function SurePress(props: {
  ask: string;
  sure: string;
  does: string;
  busy: boolean;
  onSure: () => void;
}) {
  const { ask, sure, does, busy, onSure } = props;
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  if (!asked && !busy)
    return (
      <Button variant="default" onClick={() => setAsked(true)}>
        {ask}
      </Button>
    );
  return (
    <fieldset
      className={`${classes.sure} row gap-4-12 bare no-edge`}
      aria-label={ask}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        setAsked(false);
      }}
    >
      <p>{does}</p>
      <Button
        busy={busy}
        onClick={() => {
          setAsked(false);
          onSure();
        }}
      >
        {sure}
      </Button>
      <Button variant="default" autoFocus onClick={() => setAsked(false)}>
        {t("outbox.do.keep")}
      </Button>
    </fieldset>
  );
}

interface BooksItemProps {
  proposal: Proposal;
  /** Whether the file is evidence enough for a person to confirm by it. */
  confirmable: boolean;
  busy: boolean;
  onConfirm: () => void;
  onOpen: () => void;
}

/** One entry: what it is here, what the file has, and what can be done. */
export function BooksItem({ proposal, confirmable, busy, onConfirm, onOpen }: BooksItemProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const reasons = useReasonWords();
  const { kind, subject, serialNo, ours, row, rows, date, amount, currencyId, status, problem } = proposal;
  const day = date === null ? "" : date.length > 10 ? formats.dateTime(date) : formats.date(date);
  return (
    <li className={`${classes.item} grid gap-4 pad-y-8`} data-testid="books-item">
      <div className="row between gap-4-12">
        <span>
          <KindName kind={kind} /> · <bdi>{subject}</bdi>
        </span>
        <Code short>{serialNo}</Code>
      </div>
      <dl className={`${classes.sides} rest-beside grid`}>
        <dt>{t("outbox.books.here")}</dt>
        <dd>{ours.amount === null ? "–" : <Amount value={ours.amount} currencyId={ours.currencyId} />}</dd>
        {row === null ? null : (
          <>
            <dt>{t("outbox.books.inTheBooks")}</dt>
            <dd>
              {amount === null ? null : <Amount value={amount} currencyId={currencyId} />}
              <span className={`${classes.place} note`}>
                {rows.length > 0
                  ? t("outbox.books.rows", { rows: isolated(rows.map(formats.count).join(", ")) })
                  : t("outbox.books.row", { row: isolated(formats.count(row)) })}
                {date === null ? "" : ` · ${isolated(day)}`}
                {status === null ? "" : ` · ${t("outbox.books.status", { status: isolated(status) })}`}
              </span>
            </dd>
          </>
        )}
      </dl>
      {problem === null ? null : <p className={classes.problem}>{reasons.ofRow(problem).join(" ")}</p>}
      <div className="row gap-4-12">
        {confirmable ? (
          <SurePress
            ask={t("outbox.do.record")}
            sure={t("outbox.do.recordConfirm")}
            does={t("outbox.do.recordDoes")}
            busy={busy}
            onSure={onConfirm}
          />
        ) : null}
        <Button variant="subtle" onClick={onOpen}>
          {t("outbox.books.open")}
        </Button>
      </div>
    </li>
  );
}
