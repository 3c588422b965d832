import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Loading } from "../../components/loading.tsx";
import { useChannel } from "../../queries.ts";
import classes from "./catalogue.module.css";
import { linesOf } from "./lines.ts";
import { useMirrorColumns } from "./mirror-columns.tsx";
import { Nothing } from "./nothing.tsx";
import { canBeDeleted, deletedFilter, type SearchedKind, type Shown } from "./tabs.ts";

/** A table opens quickly; more is asked for when its end comes in sight. */
const FIRST = 200;
const MOST = 1_000;

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
  const [limit, setLimit] = useState(FIRST);
  const filter = canBeDeleted(kind) ? deletedFilter(shown) : {};
  const search = useChannel("mirror.search", { kind, text, limit, ...filter }, { keepPrevious: true });
  const rows = search.data?.rows;
  const lines = useMemo(() => linesOf((rows ?? []).filter((row) => row.kind === kind)), [rows, kind]);
  const columns = useMirrorColumns(kind, lines);
  const full = (rows?.length ?? 0) >= limit;
  const readMore = useCallback(() => {
    if (full) setLimit(MOST);
  }, [full]);
  if (search.error !== null) return <ErrorPanel error={search.error} onRetry={() => void search.refetch()} />;
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
        {full && limit === MOST
          ? t("catalogue.firstOnly", { count: MOST })
          : kind === "product" && lines.length > 0
            ? t("catalogue.enterForStock")
            : null}
      </p>
    </>
  );
}
