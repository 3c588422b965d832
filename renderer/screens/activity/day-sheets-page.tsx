import { NativeSelect } from "@mantine/core";
import { IconArrowBackUp, IconCalendarCheck } from "@tabler/icons-react";
import { Fragment, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import type { DaySheet } from "../../../contract/channels/day-sheets.ts";
import type { Person } from "../../../contract/channels/people.ts";
import { useChannel, useSend } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { ErrorPanel, HelpLink } from "../../features/help.tsx";
import { ListTable } from "../../features/list-table.tsx";
import { PrintWays } from "../../features/printing.tsx";
import { ReportLines } from "../../features/report-lines.tsx";
import { isolated } from "../../i18n/format.ts";
import { focusOnceDrawn } from "../../lib/focus.ts";
import { dayOf, useNow } from "../../lib/time.ts";
import { daySections, daySheetMade, daySheetOf, daySheetTitle } from "../../reports/day-sheet.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import classes from "./day-sheets.module.css";

/** One sheet, as it is kept, with the buttons that print it. */
function DaySheetView({ sheet }: { sheet: DaySheet }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = { t, formats };
  const print = useSend("print.daySheet");
  const { number, replaces, replacedBy } = sheet;
  const whose = daySheetOf(words, sheet);
  return (
    <article className={classes.sheet} data-testid="day-sheet">
      <h2 tabIndex={-1}>{daySheetTitle(words, sheet)}</h2>
      <p className="note">{daySheetMade(words, sheet)}</p>
      {whose === null ? null : <p>{whose}</p>}
      {replacedBy === null ? null : (
        <Notice kind="warn">{t("days.replacedLater", { no: isolated(formats.count(replacedBy)) })}</Notice>
      )}
      {replaces === null ? null : <p>{t("days.replaces", { no: isolated(formats.count(replaces)) })}</p>}
      <PrintWays
        words={t("days.print")}
        name="day-sheet"
        send={(to, paper) => print.mutate({ number, to, ...(paper === undefined ? {} : { paper }) })}
        busy={print.isPending}
        printed={print.data}
        error={print.error}
        untouched={t("days.stillHere")}
      />
      {daySections(words, sheet).map((part) =>
        part.groups.length === 0 && part.key !== "entered" ? null : (
          <Fragment key={part.key}>
            <h3>{part.title}</h3>
            <ReportLines part={part} />
          </Fragment>
        ),
      )}
      <p className={`${classes.hash} note`}>
        {t("field.hash")} <Code>{sheet.hash}</Code>
      </p>
    </article>
  );
}

const OFFERED_DAYS = 14;
const MOST_SHEETS = 100;

/** The last days up to this one, the newest first. */
export function daysBefore(today: string, count: number): string[] {
  const last = Date.parse(`${today}T00:00:00.000Z`);
  return Array.from({ length: count }, (_, back) =>
    new Date(last - back * 86_400_000).toISOString().slice(0, 10),
  );
}

function useColumns(): Column<DaySheet>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return useMemo(() => {
    const replaced = (by: number | null) =>
      by === null ? null : (
        <span className="note">{t("days.column.replaced", { no: formats.count(by) })}</span>
      );
    return [
      {
        id: "number",
        header: t("days.column.number"),
        track: "3.5rem",
        cell: ({ number }) => formats.count(number),
      },
      {
        id: "day",
        header: t("field.day"),
        track: "minmax(7.5rem, 1fr)",
        cell: ({ day, of, replacedBy }) => (
          <span className={classes.day}>
            <span>{formats.date(day)}</span>
            {of === null ? (
              replaced(replacedBy)
            ) : (
              <span className="note cut">
                <bdi>{of.name}</bdi>
              </span>
            )}
          </span>
        ),
      },
      {
        id: "made",
        header: t("days.column.made"),
        track: "15rem",
        cell: ({ madeAt, of, replacedBy }) => (
          <span className={classes.day}>
            <span>{formats.dateTime(madeAt)}</span>
            {of === null ? null : replaced(replacedBy)}
          </span>
        ),
      },
    ];
  }, [t, formats]);
}

/** Those a sheet can be of; none where nobody has a name. Who was removed can: what they entered stays theirs. */
function usePeople(): readonly Person[] {
  const state = useChannel("people.status", {}).data?.standing.state;
  const hasPeople = state === "working" || state === "locked";
  const people = useChannel("people.list", {}, { enabled: hasPeople }).data?.people;
  return people ?? [];
}

/** The sheets of the ends of days: the list, the one that is chosen, and the way to make one. */
export function DaySheetsPage() {
  const { t } = useTranslation();
  const formats = useFormats();
  const [, navigate] = useLocation();
  const columns = useColumns();
  const listed = useChannel("daySheets.list", { limit: MOST_SHEETS });
  const now = useNow();
  const today = listed.data?.today ?? dayOf(now);
  const people = usePeople();
  const [day, setDay] = useState<string | null>(null);
  const [personId, setPersonId] = useState<string | null>(null);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const make = useSend("daySheets.create", {
    onSuccess: ({ number }) => {
      setActiveKey(String(number));
      focusOnceDrawn(() => document.querySelector<HTMLElement>('[data-testid="day-sheet"] h2'));
    },
  });
  const sheets = listed.data?.sheets ?? [];
  const active = sheets.find(({ number }) => String(number) === activeKey) ?? sheets[0];
  const wanted = day ?? today;
  const before = sheets.find((sheet) => sheet.day === wanted && (sheet.of?.personId ?? null) === personId);
  return (
    <Page
      fill
      title={t("days.title")}
      description={t("days.description")}
      main={{
        words: t("days.save"),
        combo: "Mod+Enter",
        run: () => make.mutate({ day: wanted, ...(personId === null ? {} : { personId }) }),
        busy: make.isPending,
        testId: "save-day-sheet",
      }}
      others={
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size="1.125rem" stroke={1.7} aria-hidden="true" />}
          onClick={() => navigate("/activity")}
        >
          {t("days.back")}
        </Button>
      }
    >
      <div className="column gap-12 min-h-0">
        <div className={`${classes.asks} wrap bottom`}>
          <NativeSelect
            label={t("field.day")}
            value={wanted}
            data={daysBefore(today, OFFERED_DAYS).map((value) => ({
              value,
              label: value === today ? t("days.todayIs", { day: formats.date(value) }) : formats.date(value),
            }))}
            onChange={(event) => setDay(event.currentTarget.value)}
            data-testid="day-sheet-day"
          />
          {people.length === 0 ? null : (
            <NativeSelect
              label={t("days.whose")}
              value={personId ?? ""}
              data={[
                { value: "", label: t("days.everybody") },
                ...people.map(({ personId: value, name }) => ({ value, label: name })),
              ]}
              onChange={({ currentTarget: { value } }) => setPersonId(value === "" ? null : value)}
              data-testid="day-sheet-person"
            />
          )}
          <p className="note">
            {before === undefined
              ? t("days.firstOfDay")
              : t("days.again", { no: formats.count(before.number) })}
          </p>
          <HelpLink page="end-of-day" />
        </div>
        <ErrorPanel error={make.error} />
        <ErrorPanel error={listed.error} onRetry={() => void listed.refetch()} />
        {listed.data?.chainIntact === false ? (
          <div role="alert">
            <Notice kind="bad" title={t("days.broken")}>
              {t("activity.broken.todo")}
            </Notice>
          </div>
        ) : null}
        <div className={`${classes.split} grid gap-16 grow`}>
          <ListTable
            label={t("days.title")}
            columns={columns}
            rows={listed.data?.sheets}
            keyOf={({ number }) => String(number)}
            activeKey={active === undefined ? null : String(active.number)}
            onActive={setActiveKey}
            empty={
              <EmptyState title={t("days.empty")} icon={IconCalendarCheck}>
                {t("days.emptyText")}
              </EmptyState>
            }
          />
          {active === undefined ? null : <DaySheetView key={active.number} sheet={active} />}
        </div>
      </div>
    </Page>
  );
}
