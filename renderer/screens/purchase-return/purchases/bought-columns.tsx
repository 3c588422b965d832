import { IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../client/use-formats.ts";
import { useNarrow } from "../../../client/use-narrow.ts";
import { amountWidth } from "../../../features/amount/amount-width.ts";
import { fractionRoom } from "../../../features/amount/list-amount.tsx";
import { useCurrencyDigits } from "../../../features/amount/use-currency-digits.ts";
import { RecordName } from "../../../features/record-picker/record-name.tsx";
import { type Column, screenRemFor } from "../../../ui/data-table/columns.ts";
import { Name } from "../../../ui/name.tsx";
import gridClasses from "../grid/line-grid.module.css";
import classes from "../paste/pasted-panel.module.css";
import { shortened } from "../units/unit-conversion.ts";
import type { BoughtLine } from "./purchased.ts";

interface Around {
  units: readonly { id: string; name: string }[];
  currencyId: string | null;
  /** Whether it is a line of the return already. */
  isTaken: (line: BoughtLine) => boolean;
}

/** As wide as their headers need, so that all of a line stands in sight. */
const AMOUNTS = [
  ["bought", "4.5rem"],
  ["returned", "5.25rem"],
  ["waiting", "4.5rem"],
  ["left", "4rem"],
] as const;

/** What is shown of each line of a purchase. Amounts are in the purchase's own unit. Where there is no room, both dates share a column, and the batch is below the product. */
export function useBoughtColumns(
  rows: readonly BoughtLine[],
  { units, currencyId, isTaken }: Around,
): Column<BoughtLine>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const digits = useCurrencyDigits(currencyId);
  const unknown = <span className="faint">—</span>;
  const amount = (value: string | null, why: BoughtLine["problem"]) => {
    // What was rounded is cut off where the column ends, and only that is marked.
    const short = value === null || why !== "inexact" ? { value, exact: true } : shortened(value);
    const words = why === null ? "" : t(`purchaseReturn.purchase.${why}`);
    return (
      <span className={gridClasses.stock} title={words}>
        {short.exact ? null : (
          <span role="img" aria-label={words}>
            ≈
          </span>
        )}
        {short.value === null ? unknown : <bdi>{formats.decimal(short.value)}</bdi>}
      </span>
    );
  };
  const date = (value: string | null) =>
    value === null ? unknown : <bdi className="small">{formats.date(value)}</bdi>;
  const product = (line: BoughtLine, oneLine: boolean) => (
    <span className={classes.result}>
      {isTaken(line) ? (
        <IconCheck size="1.125rem" stroke={2} role="img" aria-label={t("purchaseReturn.purchase.isTaken")} />
      ) : null}
      <RecordName kind="product" id={line.productId} oneLine={oneLine} />
    </span>
  );
  const productAndBatch = (line: BoughtLine) => (
    <span className="two-lines">
      {product(line, true)}
      {line.batch === null ? null : (
        <span className="note">{t("purchaseReturn.scan.batch", { batch: line.batch })}</span>
      )}
    </span>
  );
  const bothDates = ({ productionAt, expiryAt }: BoughtLine) => (
    <span className="two-lines">
      {date(expiryAt)}
      {productionAt === null ? null : (
        <span className="note">{t("expiring.produced", { date: formats.date(productionAt) })}</span>
      )}
    </span>
  );
  // Room for three decimals and the mark.
  const hasRounded = rows.some(({ problem }) => problem === "inexact");
  const prices = rows.map(({ price }) => price);
  const hasFree = rows.some(({ free }) => free.bought !== "0");
  const columns: Column<BoughtLine>[] = [
    {
      id: "product",
      header: t("purchaseReturn.column.product"),
      track: "minmax(10rem, 3fr)",
      cell: (line) => product(line, false),
    },
    {
      id: "unit",
      header: t("purchaseReturn.column.unit"),
      track: "minmax(5.5rem, 1fr)",
      cell: ({ measureUnitId }) => (
        // Whole, on two lines if need be: a box of 12 is not a box of 24.
        <bdi className={`${classes.wraps} lines-2 wraps clip`}>
          {units.find(({ id }) => id === String(measureUnitId))?.name ?? String(measureUnitId)}
        </bdi>
      ),
    },
    ...AMOUNTS.map(
      ([field, track]): Column<BoughtLine> => ({
        id: field,
        header: t(`purchaseReturn.purchase.${field}`),
        track: hasRounded && field !== "bought" ? "6rem" : track,
        align: "end",
        cell: (line) => amount(line[field], field === "bought" ? null : line.problem),
      }),
    ),
    ...(hasFree
      ? [
          {
            id: "free",
            header: t("purchaseReturn.purchase.freeLeft"),
            track: "5rem",
            align: "end" as const,
            cell: (line: BoughtLine) => amount(line.free.left, line.problem),
          },
        ]
      : []),
    {
      id: "price",
      header: t("purchaseReturn.column.price"),
      track: `${amountWidth(prices, { fraction: fractionRoom(prices), least: 6, currency: false })}rem`,
      align: "end",
      cell: ({ price }) => (price === null ? unknown : <bdi>{formats.decimal(price, digits)}</bdi>),
    },
    {
      id: "production",
      header: t("purchaseReturn.column.production"),
      track: "6.9rem",
      cell: ({ productionAt }) => date(productionAt),
    },
    {
      id: "expiry",
      header: t("purchaseReturn.column.expiry"),
      track: "6.9rem",
      cell: ({ expiryAt }) => date(expiryAt),
    },
    {
      id: "batch",
      header: t("purchaseReturn.purchase.batch"),
      track: "minmax(5.5rem, 1fr)",
      cell: ({ batch }) => (batch === null ? unknown : <Name>{batch}</Name>),
    },
  ];
  const isNarrow = useNarrow(screenRemFor(columns));
  if (!isNarrow) return columns;
  const narrow: Record<string, Partial<Column<BoughtLine>>> = {
    product: { cell: productAndBatch },
    expiry: { track: "10.25rem", cell: bothDates },
  };
  return columns
    .filter(({ id }) => id !== "production" && id !== "batch")
    .map((column) => ({ ...column, ...narrow[column.id] }));
}
