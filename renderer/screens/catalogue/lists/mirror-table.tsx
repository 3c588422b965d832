import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../features/help/error-panel.tsx";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { Loading } from "../../../ui/loading.tsx";
import classes from "../catalogue.module.css";
import { canBeDeleted, deletedFilter, type SearchedKind, type Shown } from "../tabs.ts";
import { linesOf } from "./lines.ts";
import { useMirrorColumns } from "./mirror-columns.tsx";
import { Nothing } from "./nothing.tsx";
import { MOST_HITS, useRecords } from "./use-records.ts";

interface MirrorTableProps {
  kind: SearchedKind;
  text: string;
  shown: Shown;
  /** Enter on a product leads to its stock. */
  onStock: (productId: string) => void;
}

/** The records of one kind that hold the text. Where there are more than are shown, it says so. */
export function MirrorTable({ kind, text, shown, onStock }: MirrorTableProps) {
  const { t } = useTranslation();
  const [active, setActive] = useState<string | null>(null);
  const filter = canBeDeleted(kind) ? deletedFilter(shown) : {};
  const { rows, error, cut, readMore, retry } = useRecords(kind, text, filter);
  const lines = useMemo(() => linesOf((rows ?? []).filter((row) => row.kind === kind)), [rows, kind]);
  const columns = useMirrorColumns(kind, lines);
  if (error !== null) return <ErrorPanel error={error} onRetry={retry} />;
  if (rows === undefined) return <Loading />;
  return (
    <>
      <DataTable
        label={t(`catalogue.tab.${kind}`)}
        testId="catalogue"
        columns={columns}
        rows={lines}
        keyOf={({ key }) => key}
        activeKey={active}
        onActive={setActive}
        onOpen={({ row }) => {
          if (row.kind === "product") onStock(String(row.id));
        }}
        onEnd={readMore}
        minInlineSize={kind === "product" ? "62rem" : "45rem"}
        empty={<Nothing tab={kind} narrowed={text !== "" || filter.deleted !== undefined} />}
      />
      <p className={classes.below} aria-live="polite">
        {cut
          ? t("catalogue.firstOnly", { count: MOST_HITS })
          : kind === "product" && lines.length > 0
            ? t("catalogue.enterForStock")
            : null}
      </p>
    </>
  );
}
