import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Statement } from "../../../../contract/channels/statements.ts";
import { useFormats } from "../../../client/use-formats.ts";
import { Amount } from "../../../features/amount/amount.tsx";
import { toldWords } from "../../../lib/statement-words.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import classes from "./statement.module.css";

/** One figure, and below it where it is from. */
function Figure({ label, under, children }: { label: string; under?: ReactNode; children: ReactNode }) {
  return (
    <div className={`${classes.figure} wrap between baseline gap-0-16`}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {under === undefined ? null : <dd className={classes.under}>{under}</dd>}
    </div>
  );
}

function Totals({ of }: { of: Statement["totals"][number] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { currencyId, returns, amount, service, difference, notCompared } = of;
  return (
    <dl className={classes.group}>
      <Figure label={t("statement.totals.returns")}>{formats.count(returns)}</Figure>
      <Figure label={t("statement.here")}>
        <Amount value={amount} currencyId={currencyId} />
      </Figure>
      <Figure
        label={t("statement.service")}
        {...(notCompared === 0 ? {} : { under: t("statement.totals.notCompared", { count: notCompared }) })}
      >
        <Amount value={service} currencyId={currencyId} />
      </Figure>
      <Figure label={t(notCompared === 0 ? "statement.difference" : "statement.totals.difference")}>
        <Amount value={difference} currencyId={currencyId} />
      </Figure>
    </dl>
  );
}

function Balance({ of }: { of: Statement["balances"][number] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { currencyId, before, points, more, change } = of;
  const [newest] = points;
  const told = (point: NonNullable<typeof newest>) =>
    point.serialNo === null ? (
      toldWords({ t, formats }, point)
    ) : (
      <Link href={`/documents/${point.serialNo}`}>{toldWords({ t, formats }, point)}</Link>
    );
  return (
    <dl className={classes.group}>
      {before === null ? null : (
        <Figure label={t("statement.balances.before")} under={told(before)}>
          <Amount value={before.amount} currencyId={currencyId} />
        </Figure>
      )}
      {newest === undefined ? (
        <p className={classes.under}>{t("statement.balances.unchanged")}</p>
      ) : (
        <Figure label={t("statement.balances.newest")} under={told(newest)}>
          <Amount value={newest.amount} currencyId={currencyId} />
        </Figure>
      )}
      {change === null ? null : (
        <Figure label={t("statement.balances.change")}>
          <Amount value={change} currencyId={currencyId} />
        </Figure>
      )}
      {points.length < 2 ? null : (
        <details>
          <summary>{t("statement.balances.points", { count: points.length })}</summary>
          <ul className={`${classes.points} grid gap-8 bare after-8`}>
            {points.map((point) => (
              <li key={`${point.at} ${point.serialNo}`}>
                <Amount value={point.amount} currencyId={currencyId} />
                <span className={classes.under}>{told(point)}</span>
              </li>
            ))}
          </ul>
          {more ? <p className={classes.under}>{t("statement.balances.more")}</p> : null}
        </details>
      )}
    </dl>
  );
}

/** What is known besides the returns: their sums, what is not confirmed, and the balances. */
export function Figures({ statement }: { statement: Statement }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { totals, moreToSum, unsent, moreUnsent, balances } = statement;
  return (
    <div className={`${classes.figures} scroll-y grid from-top gap-12 min-h-0`}>
      <Panel title={t("statement.totals.title")}>
        {totals.length === 0 ? <p className={classes.under}>{t("statement.totals.none")}</p> : null}
        {totals.map((of) => (
          <Totals key={of.currencyId} of={of} />
        ))}
        {moreToSum ? <Notice kind="warn">{t("statement.totals.more")}</Notice> : null}
      </Panel>
      <Panel title={t("statement.unsent.title")}>
        {unsent.length === 0 ? (
          <p className={classes.under}>{t("statement.unsent.none")}</p>
        ) : (
          <>
            <p className={classes.under}>{t("statement.unsent.note")}</p>
            <dl className={classes.group}>
              {unsent.map(({ currencyId, returns, amount, oldestAt }) => (
                <Figure
                  key={currencyId}
                  label={t("statement.unsent.returns", { count: returns, when: formats.dateTime(oldestAt) })}
                >
                  <Amount value={amount} currencyId={currencyId} />
                </Figure>
              ))}
            </dl>
          </>
        )}
        {moreUnsent ? <Notice kind="warn">{t("statement.unsent.more")}</Notice> : null}
      </Panel>
      <Panel title={t("statement.balances.title")}>
        {balances.length === 0 ? <p className={classes.under}>{t("statement.balances.none")}</p> : null}
        {balances.map((of) => (
          <Balance key={of.currencyId} of={of} />
        ))}
      </Panel>
    </div>
  );
}
