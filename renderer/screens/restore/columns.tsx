import { useTranslation } from "react-i18next";
import { Code } from "../../components/code.tsx";
import type { Column } from "../../components/data-table/columns.ts";
import { EntryState } from "../../components/entry-follow.tsx";
import { Name } from "../../components/name.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import type { ListedRecord } from "./record-list.tsx";
import classes from "./restore.module.css";
import type { RestoreKind } from "./restore-plan.ts";
import { useRestores } from "./restore-store.ts";

/** Deleted or in use, as was last imported; a restore that was asked since stands in its place, as it goes. */
function Mark({ itemKey, deleted }: { itemKey: string; deleted: boolean }) {
  const { t } = useTranslation();
  const asked = useRestores((state) =>
    state.asked.find(({ item, step }) => item.key === itemKey && step === "entered"),
  );
  if (asked?.step === "entered")
    return (
      <span className={classes.mark}>
        <span>{t("restore.mark.asked")}</span>
        <EntryState entryId={asked.entryId} />
      </span>
    );
  return <>{t(deleted ? "restore.mark.deleted" : "restore.mark.live")}</>;
}

/** The columns of a kind's list. */
export function useRestoreColumns(kind: RestoreKind): Column<ListedRecord>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const name: Column<ListedRecord> = {
    id: "name",
    header: t("restore.column.name"),
    track: "minmax(9.5rem, 3fr)",
    cell: ({ item }) => <Name>{item.name ?? "—"}</Name>,
  };
  const rate: Column<ListedRecord> = {
    id: "rate",
    header: t("restore.column.rate"),
    track: "minmax(7rem, 1fr)",
    align: "end",
    cell: ({ row }) => (row.kind === "exchangeRate" && row.rate !== null ? formats.decimal(row.rate) : "—"),
  };
  return [
    ...(kind === "exchangeRate" ? [] : [name]),
    {
      id: "ids",
      header: t(kind === "exchangeRate" ? "restore.column.pair" : "restore.column.id"),
      track: kind === "exchangeRate" ? "minmax(7rem, 1fr)" : "minmax(4.25rem, 0.5fr)",
      cell: ({ item }) => <Code>{item.ids}</Code>,
    },
    ...(kind === "exchangeRate" ? [rate] : []),
    {
      id: "mark",
      header: t("restore.column.mark"),
      track: "minmax(11rem, 1fr)",
      cell: ({ item, row }) => <Mark itemKey={item.key} deleted={row.deleted} />,
    },
    {
      id: "from",
      header: t("restore.column.from"),
      track: "minmax(8.5rem, 0.8fr)",
      cell: ({ row }) => (
        <span className={classes.mark}>
          <span>{t(`restore.source.${row.source}`)}</span>
          <span className={classes.when}>
            <TimeAgo at={row.updatedAt} />
          </span>
        </span>
      ),
    },
  ];
}
