import { Menu } from "@mantine/core";
import { IconReportMoney, IconTable } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useRoute } from "wouter";
import type { Statement } from "../../../../contract/channels/statements.ts";
import type { ChannelInput } from "../../../../contract/channels.ts";
import { useChannel, useSend } from "../../../client/queries.ts";
import { useFormats } from "../../../client/use-formats.ts";
import { useNarrow } from "../../../client/use-narrow.ts";
import { Amount } from "../../../features/amount/amount.tsx";
import { ErrorPanel } from "../../../features/help/error-panel.tsx";
import { PaperMenu } from "../../../features/printing/paper-menu.tsx";
import { PrintOutcome } from "../../../features/printing/print-outcome.tsx";
import { periodWords, toldWords } from "../../../lib/statement-words.ts";
import { dayOf } from "../../../lib/today.ts";
import { useShortcut } from "../../../shortcuts/use-shortcut.ts";
import { screenRemFor } from "../../../ui/data-table/columns.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { NotConnected } from "../../../ui/not-connected.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Page } from "../../../ui/page.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { daysOf } from "./period.ts";
import { PeriodBar } from "./period-bar.tsx";
import { ReturnsTable, useReturnColumns } from "./returns-table.tsx";
import classes from "./statement.module.css";
import { askedOf, useChosen, useStatement } from "./use-statement.ts";

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
function Figures({ statement }: { statement: Statement }) {
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

type Way = Omit<ChannelInput<"print.statement">, "of">;

/** The other ways onto paper or into a file, each once. */
function PrintWays({ onWay, disabled }: { onWay: (way: Way) => void; disabled: boolean }) {
  const { t } = useTranslation();
  useShortcut({
    combo: "Mod+Shift+P",
    words: t("statement.savePdf"),
    run: () => onWay({ to: "pdf" }),
    enabled: !disabled,
  });
  return (
    <PaperMenu
      label={t("statement.other")}
      testId="statement-ways"
      name="statement"
      className={classes.ways ?? ""}
      disabled={disabled}
      onWay={(to, paper) => onWay({ to, paper })}
    >
      <Menu.Item
        className="target"
        data-testid="statement-csv"
        leftSection={<IconTable size="1.125rem" stroke={1.7} aria-hidden="true" />}
        onClick={() => onWay({ to: "csv" })}
      >
        {t("statement.saveCsv")}
      </Menu.Item>
    </PaperMenu>
  );
}

/** The figures beside the returns, and the gap to them. */
const BESIDE_REM = 18.5 + 1;

/** What is known of one supplier over a period: its returns, sums, balances, and what is not confirmed. */
export function StatementPage() {
  const { t } = useTranslation();
  const formats = useFormats();
  const [, params] = useRoute("/documents/statement/:accountId");
  const accountId = params?.accountId ?? null;
  const connected = useChannel("connection.get", {}).data !== null;
  const days = daysOf(useChosen(), dayOf(Date.now()));
  const { statement, rows, error, readMore, retry } = useStatement(accountId, days);
  const columns = useReturnColumns(rows);
  const isStacked = useNarrow(screenRemFor(columns, BESIDE_REM));
  const print = useSend("print.statement");
  const onWay = (way: Omit<Parameters<typeof print.mutate>[0], "of">) => {
    if (accountId !== null && !print.isPending) print.mutate({ of: askedOf(accountId, days), ...way });
  };
  const disabled = statement === undefined || accountId === null;
  return (
    <Page
      fill
      title={t("statement.title")}
      description={t("statement.description")}
      main={{
        words: t("statement.print"),
        combo: "Mod+P",
        run: () => onWay({ to: "printer" }),
        disabled,
        busy: print.isPending,
        testId: "statement-print",
      }}
      others={<PrintWays onWay={onWay} disabled={disabled} />}
    >
      {connected ? (
        <div className="rest-below stack gap-12 min-h-0">
          <div className="grid gap-8">
            <PeriodBar accountId={accountId} />
            <PrintOutcome printed={print.data} error={print.error} />
          </div>
          {accountId === null ? (
            <EmptyState icon={IconReportMoney} title={t("statement.choose")}>
              {t("statement.chooseText")}
            </EmptyState>
          ) : error !== null ? (
            <ErrorPanel error={error} onRetry={() => void retry()} />
          ) : statement === undefined ? (
            <Loading />
          ) : (
            <div className={`${classes.split} grid gap-16 min-h-0`} data-stacked={isStacked}>
              <section
                className="rest-below grid gap-8 min-w-0 min-h-0"
                aria-label={t("statement.returns.title")}
              >
                <p className={classes.under}>{periodWords({ t, formats }, days)}</p>
                <ReturnsTable rows={rows} columns={columns} onEnd={readMore} />
              </section>
              <Figures statement={statement} />
            </div>
          )}
        </div>
      ) : (
        <NotConnected />
      )}
    </Page>
  );
}
