import { useTranslation } from "react-i18next";
import type { ChannelOutput } from "../../../../contract/channels.ts";
import { useFormats } from "../../../client/use-formats.ts";
import { Code } from "../../../ui/code.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Name } from "../../../ui/name.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import classes from "../paste/pasted-panel.module.css";

export type FoundPurchase = ChannelOutput<"purchases.search">["purchases"][number];

interface PurchaseListProps {
  rows: FoundPurchase[] | undefined;
  failed: boolean;
  keyOf: (row: FoundPurchase) => string;
  active: string | null;
  /** Something was looked for; otherwise no row means that no purchases were imported. */
  narrowed: boolean;
  onActive: (key: string) => void;
  onOpen: (row: FoundPurchase) => void;
  onEnd: () => void;
}

/** The purchases found, the newest first. */
export function PurchaseList(props: PurchaseListProps) {
  const { rows, failed, keyOf, active, narrowed, onActive, onOpen, onEnd } = props;
  const { t } = useTranslation();
  const formats = useFormats();
  const columns: Column<FoundPurchase>[] = [
    {
      id: "documentNo",
      header: t("catalogue.column.documentNo"),
      track: "minmax(13rem, 2fr)",
      cell: ({ documentNo }) => <Code>{documentNo}</Code>,
    },
    {
      id: "date",
      header: t("catalogue.column.date"),
      track: "8rem",
      cell: ({ date }) => <bdi>{formats.date(date)}</bdi>,
    },
    {
      id: "supplier",
      header: t("purchaseReturn.header.supplierAccountId"),
      track: "minmax(12rem, 3fr)",
      cell: ({ supplierName, supplierAccountId }) => <Name>{supplierName ?? String(supplierAccountId)}</Name>,
    },
    {
      id: "lines",
      header: t("catalogue.column.lines"),
      track: "5rem",
      align: "end",
      cell: ({ lines }) => <bdi>{formats.count(lines)}</bdi>,
    },
    {
      id: "currency",
      header: t("purchaseReturn.header.currencyId"),
      track: "6rem",
      cell: ({ currencyId }) => <Code>{currencyId}</Code>,
    },
    {
      id: "origin",
      header: t("purchaseReturn.purchase.imported"),
      track: "8rem",
      cell: ({ importedAt }) => <TimeAgo at={importedAt} />,
    },
  ];
  return (
    <div className={`${classes.rows} column`}>
      {rows === undefined ? (
        failed ? null : (
          <Loading />
        )
      ) : (
        <DataTable
          label={t("purchaseReturn.purchase.title")}
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          activeKey={active}
          onActive={onActive}
          onOpen={onOpen}
          onEnd={onEnd}
          empty={
            narrowed ? (
              <EmptyState title={t("purchaseReturn.purchase.none")} />
            ) : (
              <EmptyState title={t("purchaseReturn.purchase.noneImported")}>
                {t("purchaseReturn.purchase.noneImportedText")}
              </EmptyState>
            )
          }
          minInlineSize="54rem"
          testId="purchase"
        />
      )}
    </div>
  );
}
