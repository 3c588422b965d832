import { IconSend } from "@tabler/icons-react";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { EntrySummary } from "../../../contract/channels/posting.ts";
import { shownState } from "../../../contract/entry-status.ts";
import { useFormats } from "../../client/use-formats.ts";
import { useNarrow } from "../../client/use-narrow.ts";
import { fractionRoom, ListAmount } from "../../features/amount/amount.tsx";
import { dayOf } from "../../lib/today.ts";
import type { Column } from "../../ui/data-table/columns.ts";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { KindName } from "../../ui/kind-name.tsx";
import { Loading } from "../../ui/loading.tsx";
import { Name } from "../../ui/name.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import type { Filter } from "./filters.ts";
import classes from "./outbox.module.css";

/**
 * Whose entry and of what kind, and below its time and amount: two lines hold twenty digits. Where there is no room for
 * the state beside them, it stands in the place of the time.
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
      header: t("outbox.column.what"),
      track: "minmax(0, 1fr)",
      cell: (entry) => <What entry={entry} room={room} narrow={narrow} />,
    };
    const state: Column<EntrySummary> = {
      id: "state",
      header: t("outbox.column.state"),
      track: "11.5rem",
      cell: (entry) => <StateBadge state={shownState(entry)} />,
    };
    return narrow ? [what] : [state, what];
  }, [t, entries, narrow]);
}

interface EntryListProps {
  entries: EntrySummary[];
  /** Whether the engine has answered: until then the frame stands, without a word on what is in it. */
  known: boolean;
  filter: Filter;
  activeKey: string | null;
  onActive: (entryId: string, by: "keys" | "pointer") => void;
  onOpen: (entry: EntrySummary) => void;
  onEnd: () => void;
}

/** The outbox as a list. */
export function EntryList(props: EntryListProps) {
  const { entries, known, filter, activeKey, onActive, onOpen, onEnd } = props;
  const { t } = useTranslation();
  const columns = useColumns(entries);
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
    <DataTable
      label={t("outbox.title")}
      columns={columns}
      rows={entries}
      keyOf={(entry) => entry.entryId}
      activeKey={activeKey}
      onActive={onActive}
      onOpen={onOpen}
      onEnd={onEnd}
      groupOf={filter === "done" || filter === "all" ? dayEntered : undefined}
      empty={known ? empty : <Loading />}
    />
  );
}
