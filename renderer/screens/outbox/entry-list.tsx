import { IconSend } from "@tabler/icons-react";
import { type ComponentProps, useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { SyncStatus } from "../../../contract/channels/connection.ts";
import type { EntrySummary } from "../../../contract/channels/posting.ts";
import type { ChannelInput } from "../../../contract/channels.ts";
import { type EntryState, shownState, UNDECIDED_STATES } from "../../../contract/entry-states.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { useNarrow } from "../../client/use-narrow.ts";
import { fractionRoom, ListAmount } from "../../features/amount.tsx";
import { ListTable } from "../../features/list-table.tsx";
import { Who } from "../../features/people/who.tsx";
import { dayOf } from "../../lib/time.ts";
import type { Column } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { KindName, Name } from "../../ui/name.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { Filter } from "../../ui/views.tsx";
import classes from "./outbox.module.css";

/**
 * Whose entry and of what kind, and below its time and amount: two lines hold twenty digits. Where there is no room for
 * the state beside them, it is in the place of the time.
 */
function What({ entry, room, narrow }: { entry: EntrySummary; room: number; narrow: boolean }) {
  const { t } = useTranslation();
  return (
    <span className="tight grid">
      <span className="flex between baseline gap-12 min-w-0">
        <span className="min-w-0">
          <Name oneLine>{entry.subject}</Name>
        </span>
        <span className="note cut fixed">
          <KindName kind={entry.kind} />
        </span>
      </span>
      <span className="flex between baseline gap-12 min-w-0">
        <span className="note cut min-w-0">
          {narrow ? <StateBadge state={shownState(entry)} /> : <TimeAgo at={entry.createdAt} />}
          <Who person={entry.person} approver={entry.approver} after=" · " />
          {entry.needsAttention && entry.state === "retry_wait" ? (
            <span className={`${classes.mark} warn semi`}>{t("outbox.attention")}</span>
          ) : null}
          {entry.answerUnderstood === false ? (
            <span className={`${classes.mark} warn semi`}>{t("outbox.notUnderstood")}</span>
          ) : null}
        </span>
        {entry.localAmount === null ? null : (
          <ListAmount value={entry.localAmount} currencyId={entry.currencyId} room={room} />
        )}
      </span>
    </span>
  );
}

function useColumns(entries: EntrySummary[]): Column<EntrySummary>[] {
  const { t } = useTranslation();
  const narrow = useNarrow(40);
  return useMemo(() => {
    const room = fractionRoom(entries.map(({ localAmount }) => localAmount));
    const what: Column<EntrySummary> = {
      id: "what",
      header: t("field.entry"),
      track: "minmax(0, 1fr)",
      cell: (entry) => <What entry={entry} room={room} narrow={narrow} />,
    };
    const state: Column<EntrySummary> = {
      id: "state",
      header: t("outbox.column.state"),
      track: "12rem",
      cell: (entry) => <StateBadge state={shownState(entry)} />,
    };
    return narrow ? [what] : [state, what];
  }, [t, entries, narrow]);
}

interface EntryListProps
  extends Pick<
    ComponentProps<typeof ListTable<EntrySummary>>,
    "error" | "onRetry" | "activeKey" | "onActive" | "onOpen" | "onEnd"
  > {
  entries: EntrySummary[] | undefined;
  filter: Lane;
}

const NONE: EntrySummary[] = [];

/** The outbox as a list. */
export function EntryList({ entries, filter, ...list }: EntryListProps) {
  const { t } = useTranslation();
  const columns = useColumns(entries ?? NONE);
  const formats = useFormats();
  const dayEntered = useCallback(
    ({ createdAt }: EntrySummary) => formats.date(dayOf(Date.parse(createdAt))),
    [formats],
  );
  const empty =
    filter === "decide" || filter === "onTheWay" ? (
      <EmptyState title={t(`outbox.empty.${filter}`)} icon={IconSend}>
        {t(`outbox.empty.${filter}Text`)}
      </EmptyState>
    ) : filter === "all" ? (
      <EmptyState title={t("outbox.empty.none")} icon={IconSend}>
        {t("outbox.empty.noneText")}
      </EmptyState>
    ) : (
      <EmptyState title={t("outbox.empty.filtered")} icon={IconSend} />
    );
  return (
    <ListTable
      {...list}
      label={t("nav.screen.outbox")}
      columns={columns}
      rows={entries}
      keyOf={(entry) => entry.entryId}
      groupOf={filter === "done" || filter === "all" ? dayEntered : undefined}
      empty={empty}
    />
  );
}

interface FilterBarProps {
  filter: Lane;
  onFilter: (filter: Lane) => void;
}

/** The lanes of the outbox, with how many entries wait in each. */
export function FilterBar({ filter, onFilter }: FilterBarProps) {
  const { t } = useTranslation();
  const counts = useChannel("sync.status", {}).data?.counts;
  return (
    <Filter
      label={t("outbox.filter.label")}
      chosen={filter}
      onChoose={onFilter}
      options={FILTERS.map((value) => ({
        value,
        words: t(`outbox.filter.${value}`),
        count: countOf(value, counts),
      }))}
    />
  );
}

// Which entries the list shows: three lanes, and all.

const FILTERS = ["decide", "onTheWay", "done", "all"] as const;
export type Lane = (typeof FILTERS)[number];

const ON_THE_WAY = ["pending", "in_flight", "retry_wait"] as const satisfies EntryState[];

/** What a filter asks the engine for. */
export function askedFor(filter: Lane): Pick<ChannelInput<"outbox.list">, "states"> {
  switch (filter) {
    case "decide":
      return { states: [...UNDECIDED_STATES] };
    case "onTheWay":
      return { states: [...ON_THE_WAY] };
    case "done":
      return { states: ["confirmed", "discarded"] };
    case "all":
      return {};
  }
}

type Counts = SyncStatus["counts"];

/** How many entries a filter shows, where the engine keeps count; null where it doesn't. */
export function countOf(filter: Lane, counts: Counts | undefined): number | null {
  if (counts === undefined) return null;
  if (filter === "decide") return UNDECIDED_STATES.reduce((sum, state) => sum + counts[state], 0);
  if (filter === "onTheWay") return ON_THE_WAY.reduce((sum, state) => sum + counts[state], 0);
  return null;
}

/** Where the outbox opens: with what waits for a person, else with what is on its way, else with all. */
export const firstFilter = (counts: Counts | undefined): Lane =>
  (["decide", "onTheWay"] as const).find((filter) => (countOf(filter, counts) ?? 0) > 0) ?? "all";

const NAMED: Readonly<Record<string, Lane>> = {
  "to-decide": "decide",
  all: "all",
};

/** The filters that a link may name in its query, as in `/outbox?to-decide`. */
export const filterNamed = (query: string): Lane | null => NAMED[query] ?? null;
