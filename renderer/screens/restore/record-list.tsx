import { useDebouncedValue } from "@mantine/hooks";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { KnownRestore } from "../../../contract/channels/posting.ts";
import { isNamed } from "../../../contract/lists.ts";
import { type RestoreKind, shownIds } from "../../../contract/operations.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { ListTable, useListFocus } from "../../features/list-table.tsx";
import { type Column, tableColumns } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Name } from "../../ui/name.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { Filter } from "../../ui/views.tsx";
import { KnownMark } from "./asked.tsx";
import classes from "./restore.module.css";
import { isDeletedAgain, itemOfRow, type ListedRecord, useKnownRestores } from "./restore-plan.ts";
import { chooseAmong, useRestores } from "./restore-store.ts";

const LIMIT = 1000;

/** Deleted ones first: the engine tells them by their mark. */
const deletedFirst = (a: ListedRecord, b: ListedRecord): number =>
  Number(b.row.deleted) - Number(a.row.deleted);

/** The records of one kind that this counter knows. Those marked deleted come first, or alone. */
export function RecordList({ kind }: { kind: RestoreKind }) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [shown, setShown] = useState<"deleted" | "all">("deleted");
  const [active, setActive] = useState<string | null>(null);
  const [asked] = useDebouncedValue(text.trim(), 90);
  const chosen = useRestores((state) => state.chosen);
  const search = useChannel(
    "mirror.search",
    { kind, text: asked, limit: LIMIT, ...(shown === "deleted" ? { deleted: true } : {}) },
    { keepPrevious: true },
  );
  const records = useMemo(
    () =>
      search.data?.rows
        .flatMap((row): ListedRecord[] => {
          const item = itemOfRow(row);
          return item === null || item.kind !== kind ? [] : [{ item, row }];
        })
        .sort(deletedFirst),
    [search.data, kind],
  );
  const field = useRef<HTMLInputElement>(null);
  const focus = useListFocus();
  const keys = useMemo(() => new Set(chosen.map(({ key }) => key)), [chosen]);
  const columns = useRestoreColumns(kind);

  return (
    <div className={`${classes.list} column gap-12 grow min-h-0`} ref={focus.list}>
      <div className="row gap-8">
        <SearchField
          field={field}
          label={t("restore.search")}
          placeholder={t("restore.search")}
          testId="restore-search"
          starts
          className="grow-from-14"
          text={text}
          onText={setText}
          onGoOn={focus.toList}
        />
        <Filter
          label={t("referenceData.shown.label")}
          chosen={shown}
          onChoose={setShown}
          options={[
            { value: "deleted", words: t("referenceData.shown.deleted") },
            { value: "all", words: t("restore.show.all") },
          ]}
        />
      </div>
      <ListTable
        label={t(`operations.list.${kind}`)}
        testId="restore"
        marksFirst
        minInlineSize="38rem"
        columns={columns}
        rows={records}
        error={search.error}
        onRetry={search.refetch}
        keyOf={({ item }) => item.key}
        activeKey={active}
        onActive={setActive}
        onOpen={({ item }) => chooseAmong([item], keys.has(item.key) ? new Set() : new Set([item.key]))}
        selection={{
          keys,
          onChange: (next) =>
            chooseAmong(
              (records ?? []).map(({ item }) => item),
              next,
            ),
        }}
        empty={
          <EmptyState
            icon={IconArrowBackUp}
            title={t(asked === "" ? "restore.empty.title" : "restore.empty.nothingFound")}
          >
            {t("restore.empty.text")}
          </EmptyState>
        }
      />
    </div>
  );
}

interface MarkProps {
  known: KnownRestore | undefined;
  row: ListedRecord["row"];
}

/**
 * What became of a restore that was asked for from here, in place of deleted or in use as was last imported; an import
 * after it may say that the record was deleted again.
 */
function Mark({ known, row }: MarkProps) {
  const { t } = useTranslation();
  if (known === undefined || (known.state === "discarded" && known.confirmedAt === null))
    return <>{t(row.deleted ? "state.deleted" : "restore.mark.live")}</>;
  return <KnownMark known={known} deletedAgain={isDeletedAgain(known, row)} />;
}

/** The columns of a kind's list. */
function useRestoreColumns(kind: RestoreKind): Column<ListedRecord>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const known = useKnownRestores();
  const isPair = !isNamed(kind);
  const name: Column<ListedRecord> = {
    id: "name",
    header: t("field.name"),
    track: "minmax(9.5rem, 3fr)",
    cell: ({ item }) => <Name>{item.name ?? "—"}</Name>,
  };
  const rate: Column<ListedRecord> = {
    id: "rate",
    header: t("field.rate"),
    track: "minmax(7rem, 1fr)",
    align: "end",
    cell: ({ row }) => ("rate" in row ? formats.decimal(row.rate) : "—"),
  };
  return tableColumns(t, [
    ...(isPair ? [] : [name]),
    {
      id: "ids",
      header: t(isPair ? "restore.column.pair" : "field.id"),
      track: isPair ? "minmax(7rem, 1fr)" : "minmax(4.25rem, 0.5fr)",
      // Not copied by a click, as ids are elsewhere: a click anywhere on a row chooses it.
      cell: ({ item }) => (
        <bdi dir="ltr" className={`${classes.ids} mono breaks`}>
          {shownIds(item.ids)}
        </bdi>
      ),
    },
    ...(isPair ? [rate] : []),
    ["status", "minmax(12rem, 1fr)", ({ item, row }) => <Mark known={known.get(item.key)} row={row} />],
    [
      "source",
      "minmax(8.5rem, 0.8fr)",
      ({ row }) => (
        <span className="two-lines">
          <span>{t(`restore.source.${row.source}`)}</span>
          <span className="note">
            <TimeAgo at={row.updatedAt} />
          </span>
        </span>
      ),
    ],
  ]);
}
