import { useTranslation } from "react-i18next";
import { useFormats } from "../../../client/use-formats.ts";
import { isolated } from "../../../i18n/format.ts";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import type { ReturnLine } from "../draft/draft.ts";
import type { StockRow } from "../finder/known-stock.ts";
import { useStock } from "../finder/use-goods.ts";
import { boughtFor, type Purchased } from "../purchases/purchased.ts";

interface UnitNames {
  units: readonly { id: string; name: string }[];
}

/** What is known of the purchase that the line gives back: in the purchase's unit, with the age of the file. */
export function BoughtFacts({
  line,
  purchased,
  units,
}: UnitNames & { line: Pick<ReturnLine, "purchaseLine"> | undefined; purchased: Purchased }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const bought = boughtFor(line, purchased);
  if (bought === undefined) return null;
  const shown = (value: string | null) => (value === null ? "—" : formats.decimal(value));
  const unitId = String(bought.line.measureUnitId);
  return (
    <span data-testid="bought-facts">
      {t("purchaseReturn.purchase.facts", {
        purchase: isolated(bought.purchase.documentNo),
        bought: shown(bought.line.bought),
        returned: shown(bought.line.returned),
        waiting: shown(bought.line.waiting),
        left: shown(bought.line.left),
        unit: isolated(units.find(({ id }) => id === unitId)?.name ?? unitId),
      })}{" "}
      <TimeAgo at={bought.purchase.importedAt} />
    </span>
  );
}

/** Batches of which this many are told. */
const TOLD = 2;

const isOfLine = (row: StockRow, line: Pick<ReturnLine, "expiryAt">, storeId: string): boolean =>
  (storeId === "" || row.storeId === null || String(row.storeId) === storeId) &&
  (line.expiryAt === "" || row.expiryAt === null || row.expiryAt.startsWith(line.expiryAt));

/** Where a file and the central system say different things of the stock: both, each with its age. */
export function StockDiffers({
  line,
  storeId,
  units,
}: UnitNames & { line: Pick<ReturnLine, "productId" | "expiryAt"> | undefined; storeId: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const rows = useStock(line?.productId ?? "");
  if (line === undefined) return null;
  const told = rows.flatMap((row) =>
    row.other !== null && isOfLine(row, line, storeId) ? [{ row, other: row.other }] : [],
  );
  return told.slice(0, TOLD).map(({ row, other }) => {
    const unitId = String(row.measureUnitId ?? "");
    const unit = isolated(units.find(({ id }) => id === unitId)?.name ?? unitId);
    const fact = (quantity: string | null, source: StockRow["source"]) =>
      t(`purchaseReturn.stock.${source}`, {
        quantity: quantity === null ? "—" : formats.decimal(quantity),
        unit,
      });
    return (
      <span
        key={[row.storeId, row.measureUnitId, row.productionAt, row.expiryAt].join(" ")}
        data-testid="stock-differs"
      >
        {row.expiryAt === null
          ? t("purchaseReturn.stock.differs")
          : t("purchaseReturn.stock.differsOf", { date: isolated(formats.date(row.expiryAt)) })}{" "}
        {fact(row.quantity, row.source)} <TimeAgo at={row.updatedAt} /> · {fact(other.quantity, other.source)}{" "}
        <TimeAgo at={other.updatedAt} />
      </span>
    );
  });
}
