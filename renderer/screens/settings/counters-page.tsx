import { IconAlertTriangle, IconArrowBackUp, IconBuildingStore, IconCircleCheck } from "@tabler/icons-react";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { type CounterAlarm, type RankedCounter, rankCounters } from "../../../contract/counter-status.ts";
import { useMay } from "../../client/may.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { ListTable, useListFocus } from "../../features/list-table.tsx";
import { AllowanceNote } from "../../features/people/allowance-note.tsx";
import { settingsPath } from "../../features/settings-sections.tsx";
import { FolderError } from "../../features/shop-folder/trouble.tsx";
import { isolated, leftToRight } from "../../i18n/format.ts";
import { folded } from "../../lib/text.ts";
import { useNow } from "../../lib/time.ts";
import { Button } from "../../ui/button.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { TimeAgo, useAgo } from "../../ui/time-ago.tsx";
import { Filter } from "../../ui/views.tsx";
import classes from "./settings.module.css";

type Counter = ChannelOutput<"shopFolder.counters">["counters"][number];
type Ranked = RankedCounter<Counter>;

/** The worst alarm with its icon, and the others after it. */
function Needs({ ranked: { alarms, silentMs } }: { ranked: Ranked }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const wordsOf = (alarm: CounterAlarm) =>
    alarm === "silent" && silentMs !== null
      ? t("shopFolder.counters.silent", { duration: formats.duration(silentMs) })
      : t(`shopFolder.counters.alarm.${alarm}`);
  const [worst, ...others] = alarms;
  if (worst === undefined)
    return (
      <span className="inline gap-6 dim">
        <IconCircleCheck size="1.125rem" stroke={1.8} aria-hidden="true" className="good" />
        {t("shopFolder.counters.fine")}
      </span>
    );
  return (
    <span className="two-lines">
      <span className="inline gap-6 semi warn">
        <IconAlertTriangle size="1.125rem" stroke={1.8} aria-hidden="true" />
        {wordsOf(worst)}
      </span>
      {others.length === 0 ? null : <span className="note">{others.map(wordsOf).join(" · ")}</span>}
    </span>
  );
}

function useColumns(): Column<Ranked>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: "name",
        header: t("shopFolder.counters.name"),
        track: "minmax(10rem, 1fr)",
        cell: ({ counter: { name, version, practice } }) => (
          <span className="two-lines">
            <bdi className="medium">{name}</bdi>
            <span className="note">
              <bdi dir="ltr">{version}</bdi>
              {practice ? ` · ${t("status.practice.badge")}` : null}
            </span>
          </span>
        ),
      },
      {
        id: "needs",
        header: t("shopFolder.counters.needs"),
        track: "minmax(13rem, 1.25fr)",
        cell: (ranked) => <Needs ranked={ranked} />,
      },
      {
        id: "unsent",
        header: t("shopFolder.counters.unsent"),
        track: "4.5rem",
        align: "end",
        cell: ({ unsent }) => formats.count(unsent),
      },
      {
        id: "oldest",
        header: t("shopFolder.counters.oldest"),
        track: "8.75rem",
        cell: ({ counter }) => <TimeAgo at={counter.oldestUnsentAt} />,
      },
      {
        id: "confirmed",
        header: t("shopFolder.counters.confirmed"),
        track: "8.75rem",
        cell: ({ counter }) => <TimeAgo at={counter.lastConfirmedAt} />,
      },
      {
        id: "backup",
        header: t("shopFolder.counters.backup"),
        track: "8.75rem",
        cell: ({ counter }) => <TimeAgo at={counter.backupAt} />,
      },
      {
        id: "written",
        header: t("shopFolder.counters.written"),
        track: "8.75rem",
        cell: ({ counter }) => <TimeAgo at={counter.writtenAt} />,
      },
    ],
    [t, formats],
  );
}

/** So many are named; how many there are is said. */
const MOST_NAMED = 10;

/** Counters that are not in the list and should be. */
function Lost({ missing, unreadable }: Pick<ChannelOutput<"shopFolder.counters">, "missing" | "unreadable">) {
  const { t } = useTranslation();
  const formats = useFormats();
  const named = (names: readonly string[]) =>
    formats.list([...names.slice(0, MOST_NAMED), ...(names.length > MOST_NAMED ? ["…"] : [])]);
  const gone = missing.map(({ name }) => isolated(name));
  const files = unreadable.map((name) => leftToRight(name));
  if (gone.length === 0 && files.length === 0) return null;
  return (
    <Notice kind="warn">
      {gone.length === 0 ? null : (
        <p>{t("shopFolder.counters.missing", { count: gone.length, names: named(gone) })}</p>
      )}
      {files.length === 0 ? null : (
        <p>{t("shopFolder.counters.unreadable", { count: files.length, names: named(files) })}</p>
      )}
    </Notice>
  );
}

/** Every counter that writes its state into the shop folder, who needs somebody first. */
export default function CountersPage() {
  const { t } = useTranslation();
  const formats = useFormats();
  const [, navigate] = useLocation();
  const may = useMay("settings");
  const read = useChannel("shopFolder.counters", {}, { enabled: may !== "never", eachTime: true });
  const now = useNow();
  const ago = useAgo();
  const columns = useColumns();
  const [text, setText] = useState("");
  const [shown, setShown] = useState<"all" | "needy">("all");
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { list, toList } = useListFocus();
  const ranking = useMemo(
    () => (read.data === undefined ? null : rankCounters(read.data.counters, now)),
    [read.data, now],
  );
  const rows = useMemo(
    () =>
      ranking?.ranked.filter(
        ({ counter, alarms }) =>
          (shown === "all" || alarms.length > 0) && folded(counter.name).includes(folded(text.trim())),
      ),
    [ranking, shown, text],
  );
  const totals = ranking?.totals ?? null;
  return (
    <Page
      fill
      title={t("shopFolder.counters.title")}
      description={
        totals === null
          ? t("shopFolder.counters.text")
          : totals.needPerson === 0 && totals.counters > 0
            ? t("shopFolder.counters.calm")
            : t("shopFolder.counters.sum", {
                all: formats.count(totals.counters),
                needy: formats.count(totals.needPerson),
              })
      }
      main={{
        words: t("shopFolder.counters.again"),
        combo: "Mod+Enter",
        run: () => void read.refetch(),
        busy: read.isFetching,
      }}
      others={
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size="1.125rem" stroke={1.7} aria-hidden="true" />}
          onClick={() => navigate(settingsPath("shopFolder"))}
        >
          {t("shopFolder.counters.back")}
        </Button>
      }
    >
      <div className="column gap-12 min-h-0">
        {may === "never" ? <AllowanceNote of={may} /> : null}
        <FolderError error={read.error} onRetry={() => void read.refetch()} />
        {may === "never" || read.error !== null ? null : (
          <>
            <div className="row gap-8-16">
              <SearchField
                field={field}
                onGoOn={toList}
                label={t("shopFolder.counters.search")}
                placeholder={t("shopFolder.counters.search")}
                testId="counters-search"
                text={text}
                onText={setText}
              />
              <Filter
                label={t("shopFolder.counters.needs")}
                options={[
                  { value: "all", words: t("shopFolder.all"), count: totals?.counters ?? null },
                  {
                    value: "needy",
                    words: t("shopFolder.counters.needy"),
                    count: totals?.needPerson ?? null,
                  },
                ]}
                chosen={shown}
                onChoose={setShown}
              />
              {read.data === undefined ? null : (
                <span className="note">
                  {t("shopFolder.counters.seen", {
                    ago: ago(read.data.at),
                  })}
                </span>
              )}
            </div>
            {read.data === undefined ? null : <Lost {...read.data} />}
            <div ref={list} className={`${classes.counters} column grow min-h-0`}>
              <ListTable
                label={t("shopFolder.counters.title")}
                columns={columns}
                rows={rows}
                keyOf={({ counter }) => counter.deviceId}
                activeKey={activeKey}
                onActive={setActiveKey}
                marksFirst
                testId="counter"
                empty={
                  <EmptyState title={t("shopFolder.counters.empty")} icon={IconBuildingStore}>
                    {t("shopFolder.counters.emptyText")}
                  </EmptyState>
                }
              />
            </div>
          </>
        )}
      </div>
    </Page>
  );
}
