import { Menu } from "@mantine/core";
import { IconReportMoney, IconTable } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useRoute } from "wouter";
import type { ChannelInput } from "../../../../contract/channels.ts";
import { useChannel, useSend } from "../../../client/queries.ts";
import { useFormats } from "../../../client/use-formats.ts";
import { useNarrow } from "../../../client/use-narrow.ts";
import { ErrorPanel } from "../../../features/help/error-panel.tsx";
import { PaperMenu } from "../../../features/printing/paper-menu.tsx";
import { PrintOutcome } from "../../../features/printing/print-outcome.tsx";
import { ReportLines } from "../../../features/reports/report-lines.tsx";
import { dayOf } from "../../../lib/today.ts";
import { periodWords, statementFigures } from "../../../reports/statement.ts";
import { useShortcut } from "../../../shortcuts/use-shortcut.ts";
import { screenRemFor } from "../../../ui/data-table/columns.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { NotConnected } from "../../../ui/not-connected.tsx";
import { Page } from "../../../ui/page.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { daysOf } from "./period.ts";
import { PeriodBar } from "./period-bar.tsx";
import { ReturnsTable, useReturnColumns } from "./returns-table.tsx";
import classes from "./statement.module.css";
import { askedOf, useChosen, useStatement } from "./use-statement.ts";

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
              <div className={`${classes.figures} scroll-y grid from-top gap-12 min-h-0`}>
                {statementFigures({ t, formats }, statement).map((part) => (
                  <Panel key={part.key} title={part.title}>
                    <ReportLines part={part} />
                  </Panel>
                ))}
              </div>
            </div>
          )}
        </div>
      ) : (
        <NotConnected />
      )}
    </Page>
  );
}
