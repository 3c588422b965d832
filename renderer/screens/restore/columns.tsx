import { useTranslation } from "react-i18next";
import type { KnownRestore } from "../../../contract/channels/posting.ts";
import { isNamed } from "../../../contract/lists.ts";
import { type RestoreKind, shownIds } from "../../../contract/operations.ts";
import { useFormats } from "../../client/use-formats.ts";
import type { Column } from "../../ui/data-table/columns.ts";
import { Name } from "../../ui/name.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { KnownMark } from "./known-mark.tsx";
import classes from "./restore.module.css";
import type { ListedRecord } from "./restore-plan.ts";
import { isDeletedAgain, useKnownRestores } from "./use-known-restores.ts";

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
export function useRestoreColumns(kind: RestoreKind): Column<ListedRecord>[] {
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
  return [
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
    {
      id: "mark",
      header: t("field.status"),
      track: "minmax(12rem, 1fr)",
      cell: ({ item, row }) => <Mark known={known.get(item.key)} row={row} />,
    },
    {
      id: "from",
      header: t("field.source"),
      track: "minmax(8.5rem, 0.8fr)",
      cell: ({ row }) => (
        <span className="two-lines">
          <span>{t(`restore.source.${row.source}`)}</span>
          <span className="note">
            <TimeAgo at={row.updatedAt} />
          </span>
        </span>
      ),
    },
  ];
}
