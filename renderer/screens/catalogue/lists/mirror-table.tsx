import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useNarrow } from "../../../client/use-narrow.ts";
import classes from "../catalogue.module.css";
import { canBeDeleted, deletedFilter, type SearchedKind, type Shown } from "../tabs.ts";
import { CatalogueTable } from "./catalogue-table.tsx";
import { linesOf } from "./lines.ts";
import { LinkedBarcodes } from "./linked-barcodes.tsx";
import { PRODUCT_ROOM_REM, useMirrorColumns } from "./mirror-columns.tsx";
import { MOST_HITS, useRecords } from "./use-records.ts";

interface MirrorTableProps {
  kind: SearchedKind;
  text: string;
  shown: Shown;
  /** Enter on a product leads to its stock, on an account to its statement. */
  onStock: (productId: string) => void;
}

/** The records of one kind that hold the text. Where there are more than are shown, it says so. */
export function MirrorTable({ kind, text, shown, onStock }: MirrorTableProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const narrow = useNarrow(kind === "product" ? PRODUCT_ROOM_REM : 48);
  const filter = canBeDeleted(kind) ? deletedFilter(shown) : {};
  const { rows, error, cut, readMore, retry } = useRecords(kind, text, filter);
  const lines = useMemo(() => linesOf((rows ?? []).filter((row) => row.kind === kind)), [rows, kind]);
  const enters = { product: t("catalogue.enterForStock"), account: t("statement.enter") };
  const more = lines.length > 0 && (kind === "product" || kind === "account") ? enters[kind] : null;
  return (
    <CatalogueTable
      tab={kind}
      rows={rows === undefined ? undefined : lines}
      columns={useMirrorColumns(kind, lines)}
      keyOf={({ key }) => key}
      error={error}
      onRetry={retry}
      onOpen={({ row }) => {
        if (row.kind === "product") onStock(String(row.id));
        if (row.kind === "account") navigate(`/documents/statement/${row.id}`);
      }}
      onEnd={readMore}
      minInlineSize={narrow ? "0rem" : kind === "product" ? "52rem" : "45rem"}
      narrowed={text !== "" || filter.deleted !== undefined}
      below={(marked) => (
        <p className={`${classes.below} note`} aria-live="polite">
          {cut ? t("catalogue.firstOnly", { count: MOST_HITS }) : more}
          {marked?.row.kind === "product" ? <LinkedBarcodes productId={String(marked.row.id)} /> : null}
        </p>
      )}
    />
  );
}
