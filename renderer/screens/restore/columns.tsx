import { useTranslation } from "react-i18next";
import { Code } from "../../components/code.tsx";
import type { Column } from "../../components/data-table/columns.ts";
import { TimeAgo } from "../../components/time-ago.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import type { ListedRecord } from "./record-list.tsx";
import type { RestoreKind } from "./restore-plan.ts";

/** The columns of a kind's list. */
export function useRestoreColumns(kind: RestoreKind): Column<ListedRecord>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const name: Column<ListedRecord> = {
    id: "name",
    header: t("restore.column.name"),
    track: "minmax(10rem, 2fr)",
    cell: ({ item }) => <bdi>{item.name}</bdi>,
  };
  const rate: Column<ListedRecord> = {
    id: "rate",
    header: t("restore.column.rate"),
    track: "minmax(6rem, 1fr)",
    align: "end",
    cell: ({ row }) => (row.kind === "exchangeRate" && row.rate !== null ? formats.decimal(row.rate) : "—"),
  };
  return [
    ...(kind === "exchangeRate" ? [] : [name]),
    {
      id: "ids",
      header: t(kind === "exchangeRate" ? "restore.column.pair" : "restore.column.id"),
      track: "minmax(8rem, 1fr)",
      cell: ({ item }) => <Code>{item.ids}</Code>,
    },
    ...(kind === "exchangeRate" ? [rate] : []),
    {
      id: "mark",
      header: t("restore.column.mark"),
      track: "8rem",
      cell: ({ row }) => t(row.deleted ? "restore.mark.deleted" : "restore.mark.live"),
    },
    {
      id: "from",
      header: t("restore.column.from"),
      track: "minmax(9rem, 1fr)",
      cell: ({ row }) => (
        <>
          {t(`restore.source.${row.source}`)} <TimeAgo at={row.updatedAt} />
        </>
      ),
    },
  ];
}
