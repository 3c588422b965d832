import { Menu, TextInput } from "@mantine/core";
import { IconPackageExport, IconReportMoney, IconTable } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useRoute } from "wouter";
import { create } from "zustand";
import type { Statement } from "../../../contract/channels/statements.ts";
import type { ChannelInput } from "../../../contract/channels.ts";
import { shownState } from "../../../contract/entry-states.ts";
import { readTypedDate } from "../../../contract/typed-date.ts";
import { invoke } from "../../client/api.ts";
import { useMay } from "../../client/may.ts";
import { channelKey, useChannel, usePages, useSend } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { useNarrow } from "../../client/use-narrow.ts";
import { ofOnePerson } from "../../client/who.ts";
import { Amount, amountWidth, fractionRoom } from "../../features/amount.tsx";
import { ErrorPanel, HelpLink } from "../../features/help.tsx";
import { AllowanceNote, WhereCostsShown } from "../../features/people/allowance-note.tsx";
import { Who } from "../../features/people/who.tsx";
import { PaperMenu, PrintedNotice } from "../../features/printing.tsx";
import { RecordPicker } from "../../features/record-picker/record-picker.tsx";
import { ReportLines } from "../../features/report-lines.tsx";
import { dayOf } from "../../lib/time.ts";
import { periodWords, statementFigures } from "../../reports/statement.ts";
import { useShortcut } from "../../shortcuts/use-shortcut.ts";
import { Code } from "../../ui/code.tsx";
import { type Column, DataTable, screenRemFor, tableColumns } from "../../ui/data-table.tsx";
import { EmptyState, Loading } from "../../ui/empty-state.tsx";
import { Page, Panel } from "../../ui/page.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { Filter } from "../../ui/views.tsx";
import classes from "./statement.module.css";

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
  const isShown = useMay("costs") === "allowed";
  const mayPrint = useMay("print");
  const accountId = isShown ? (params?.accountId ?? null) : null;
  const connected = useChannel("connection.get", {}).data !== null;
  const days = daysOf(useChosen(), dayOf(Date.now()));
  const { statement, rows, error, readMore, retry } = useStatement(accountId, days);
  const columns = useReturnColumns(rows);
  const isStacked = useNarrow(screenRemFor(columns, BESIDE_REM));
  const print = useSend("print.statement");
  const onWay = (way: Omit<Parameters<typeof print.mutate>[0], "of">) => {
    if (accountId !== null && !print.isPending) print.mutate({ of: askedOf(accountId, days), ...way });
  };
  const disabled = statement === undefined || accountId === null || mayPrint === "never";
  return (
    <Page
      connected={connected}
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
      <div className="rest-below stack gap-12 min-h-0">
        <div className="grid gap-8">
          <PeriodBar accountId={accountId} />
          <AllowanceNote of={mayPrint} />
          <PrintedNotice printed={print.data} error={print.error} />
        </div>
        {!isShown ? (
          <WhereCostsShown>{null}</WhereCostsShown>
        ) : accountId === null ? (
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
    </Page>
  );
}

/** Whose statement it is, and of which days. */
export function PeriodBar({ accountId }: { accountId: string | null }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const chosen = useChosen();
  const { wrong } = typedDays(chosen, dayOf(Date.now()));
  return (
    <div className="wrap top gap-8-16">
      <div className={`${classes.picker} grow-from-14`}>
        <RecordPicker
          kind="supplier"
          label={t("field.supplierAccountId")}
          value={accountId}
          onChange={(id) => navigate(`/documents/statement${id === null ? "" : `/${id}`}`, { replace: true })}
          autoFocus={accountId === null}
          withDeleted
        />
      </div>
      <div className="grid gap-6">
        <span className="small medium" aria-hidden="true">
          {t("statement.period.label")}
        </span>
        <Filter
          label={t("statement.period.label")}
          chosen={chosen.period}
          onChoose={(period) => useChosen.setState({ period })}
          options={PERIODS.map((value) => ({ value, words: t(`statement.period.${value}`) }))}
        />
      </div>
      {chosen.period !== "days"
        ? null
        : (["from", "to"] as const).map((end) => (
            <TextInput
              key={end}
              className={classes.day ?? ""}
              label={t(`statement.period.${end}`)}
              value={chosen[end]}
              error={wrong.includes(end) ? t("statement.period.wrong") : null}
              onChange={(event) => useChosen.setState({ [end]: event.currentTarget.value })}
            />
          ))}
      <span className={classes.help}>
        <HelpLink page="supplier-statement" />
      </span>
    </div>
  );
}

// The days of a statement, by what was chosen and typed. Pure but for `today`, which is handed in.

const PERIODS = ["month", "lastMonth", "year", "all", "days"] as const;
type Period = (typeof PERIODS)[number];

interface Chosen {
  period: Period;
  /** As they are typed; they count where the period is "days". */
  from: string;
  to: string;
}

/** Both days are of the period; null is no bound. */
interface Days {
  from: string | null;
  to: string | null;
}

const dayIn = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

/** What is typed and is no date is no bound, and said to be wrong. */
export function typedDays({ from, to }: Chosen, today: string): { days: Days; wrong: (keyof Days)[] } {
  const first = readTypedDate(from, "firstDay", today);
  const last = readTypedDate(to, "lastDay", today);
  return {
    days: {
      from: first.kind === "date" ? first.value : null,
      to: last.kind === "date" ? last.value : null,
    },
    wrong: [
      ...(first.kind === "wrong" ? ["from" as const] : []),
      ...(last.kind === "wrong" ? ["to" as const] : []),
    ],
  };
}

/** `today`: YYYY-MM-DD. */
export function daysOf(chosen: Chosen, today: string): Days {
  const [year = 0, month = 1] = today.split("-").map(Number);
  switch (chosen.period) {
    case "month":
      return { from: dayIn(year, month, 1), to: null };
    case "lastMonth":
      return { from: dayIn(year, month - 1, 1), to: dayIn(year, month, 0) };
    case "year":
      return { from: dayIn(year, 1, 1), to: null };
    case "all":
      return { from: null, to: null };
    case "days":
      return typedDays(chosen, today).days;
  }
}

const PAGE = 200;

/** The period that was chosen last, so that coming back finds it. */
export const useChosen = ofOnePerson(create<Chosen>(() => ({ period: "month", from: "", to: "" })));

/** What the channels are asked: which account, and which days. */
const askedOf = (accountId: string, { from, to }: Days) => ({
  accountId,
  ...(from === null ? {} : { from }),
  ...(to === null ? {} : { to }),
});

/** The statement of an account, its returns page by page; null: no account is chosen. */
function useStatement(accountId: string | null, days: Days) {
  const asked = { ...askedOf(accountId ?? "", days), limit: PAGE };
  const { pages, error, readMore, retry } = usePages(channelKey("statements.get", asked), {
    read: (cursor: string | null) => invoke("statements.get", cursor === null ? asked : { ...asked, cursor }),
    next: ({ cursor }) => cursor,
    enabled: accountId !== null,
  });
  const rows = useMemo(() => pages?.flatMap((page): Statement["rows"] => page.rows) ?? [], [pages]);
  return { statement: pages?.[0], rows, error, readMore, retry };
}

type Row = Statement["rows"][number];

/** The columns of these returns, as wide as their longest amounts. */
function useReturnColumns(rows: readonly Row[]): Column<Row>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return useMemo(() => {
    const amounts = rows.flatMap(({ amount, service }) => [amount, service?.amount ?? null]);
    const differences = rows.map(({ difference }) => difference);
    const room = fractionRoom([...amounts, ...differences]);
    const trackOf = (decimals: readonly (string | null)[], currency: boolean) =>
      `${amountWidth(decimals, { fraction: room, least: 5.75, currency })}rem`;
    return tableColumns(t, [
      [
        "entered",
        "minmax(10.25rem, 1fr)",
        ({ at, serialNo, person }) => (
          <span className="two-lines">
            <span className="cut">
              <bdi title={formats.dateTime(at)}>{formats.date(dayOf(Date.parse(at)))}</bdi>
              <Who person={person} approver={null} after=" · " />
            </span>
            <span className="note flex baseline gap-4">
              {formats.time(at)} · <Code short>{serialNo}</Code>
            </span>
          </span>
        ),
      ],
      [
        "status",
        "minmax(8.5rem, 1fr)",
        // On two lines if need be: an amount has only one.
        (row) => {
          const state = shownState(row);
          return (
            <span className="tight wraps inline-block">
              {state === null ? t("statement.returns.noEntry") : <StateBadge state={state} />}
            </span>
          );
        },
      ],
      {
        id: "here",
        header: t("statement.here"),
        track: trackOf(amounts, true),
        align: "end",
        cell: ({ amount, currencyId }) => <Amount value={amount} currencyId={currencyId} align={room} />,
      },
      [
        "service",
        trackOf(amounts, true),
        (row) =>
          row.service === null ? (
            <span className={classes.under}>{t("state.noAnswer")}</span>
          ) : (
            <span className="two-lines" data-amount="true">
              <Amount value={row.service.amount} currencyId={row.service.currencyId} align={room} />
              {row.service.at === null ? null : (
                <span className={classes.under}>
                  <TimeAgo at={row.service.at} />
                </span>
              )}
            </span>
          ),
        "end",
      ],
      [
        "difference",
        trackOf(differences, false),
        // In the currency of the return: an amount in another one is not compared.
        ({ difference }) => <Amount value={difference} align={room} />,
        "end",
      ],
    ]);
  }, [t, formats, rows]);
}

interface ReturnsTableProps {
  rows: Row[];
  columns: Column<Row>[];
  onEnd: () => void;
}

/** The account's returns of the period; Enter opens one. */
function ReturnsTable({ rows, columns, onEnd }: ReturnsTableProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [active, setActive] = useState<string | null>(null);
  return (
    <DataTable
      label={t("statement.returns.title")}
      testId="statement"
      columns={columns}
      rows={rows}
      keyOf={({ serialNo }) => serialNo}
      activeKey={active}
      onActive={setActive}
      onOpen={({ serialNo }) => navigate(`/documents/${serialNo}`)}
      onEnd={onEnd}
      empty={
        <EmptyState title={t("statement.returns.none")} icon={IconPackageExport}>
          {t("statement.returns.noneText")}
        </EmptyState>
      }
    />
  );
}
