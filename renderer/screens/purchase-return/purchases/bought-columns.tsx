import { IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../client/use-formats.ts";
import { RecordName } from "../../../features/record-picker/record-name.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { Name } from "../../../ui/name.tsx";
import gridClasses from "../grid/line-grid.module.css";
import type { BoughtLine } from "./purchased.ts";

interface Around {
  units: readonly { id: string; name: string }[];
  /** Whether it is a line of the return already. */
  isTaken: (line: BoughtLine) => boolean;
}

const AMOUNTS = ["bought", "returned", "waiting", "left"] as const;

/** What is shown of each line of a purchase. Amounts are in the purchase's own unit. */
export function useBoughtColumns(
  rows: readonly BoughtLine[],
  { units, isTaken }: Around,
): Column<BoughtLine>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const unknown = <span className={gridClasses.faint}>—</span>;
  const amount = (value: string | null, why: BoughtLine["problem"]) => {
    const words = why === null ? "" : t(`purchaseReturn.purchase.${why}`);
    return (
      <span className={gridClasses.stock} title={words}>
        {why === "inexact" ? (
          <span role="img" aria-label={words}>
            ≈
          </span>
        ) : null}
        {value === null ? unknown : <bdi>{formats.decimal(value)}</bdi>}
      </span>
    );
  };
  const date = (value: string | null) => (value === null ? unknown : <bdi>{formats.date(value)}</bdi>);
  const hasFree = rows.some(({ free }) => free.bought !== "0");
  return [
    {
      id: "taken",
      header: t("purchaseReturn.purchase.taken"),
      track: "5.5rem",
      cell: (line) =>
        isTaken(line) ? (
          <IconCheck
            size="1.125rem"
            stroke={1.8}
            role="img"
            aria-label={t("purchaseReturn.purchase.isTaken")}
          />
        ) : null,
    },
    {
      id: "product",
      header: t("purchaseReturn.column.product"),
      track: "minmax(12rem, 3fr)",
      cell: ({ productId }) => <RecordName kind="product" id={productId} />,
    },
    {
      id: "unit",
      header: t("purchaseReturn.column.unit"),
      track: "minmax(6rem, 1fr)",
      cell: ({ measureUnitId }) => (
        <Name>{units.find(({ id }) => id === String(measureUnitId))?.name ?? String(measureUnitId)}</Name>
      ),
    },
    ...AMOUNTS.map(
      (field): Column<BoughtLine> => ({
        id: field,
        header: t(`purchaseReturn.purchase.${field}`),
        track: "6.5rem",
        align: "end",
        cell: (line) => amount(line[field], field === "bought" ? null : line.problem),
      }),
    ),
    ...(hasFree
      ? [
          {
            id: "free",
            header: t("purchaseReturn.purchase.freeLeft"),
            track: "6rem",
            align: "end" as const,
            cell: (line: BoughtLine) => amount(line.free.left, line.problem),
          },
        ]
      : []),
    {
      id: "price",
      header: t("purchaseReturn.column.price"),
      track: "7rem",
      align: "end",
      cell: ({ price }) => amount(price, null),
    },
    {
      id: "production",
      header: t("purchaseReturn.column.production"),
      track: "7.5rem",
      cell: ({ productionAt }) => date(productionAt),
    },
    {
      id: "expiry",
      header: t("purchaseReturn.column.expiry"),
      track: "7.5rem",
      cell: ({ expiryAt }) => date(expiryAt),
    },
    {
      id: "batch",
      header: t("purchaseReturn.purchase.batch"),
      track: "minmax(5rem, 1fr)",
      cell: ({ batch }) => (batch === null ? unknown : <Name>{batch}</Name>),
    },
  ];
}
