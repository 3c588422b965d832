// biome-ignore-all lint/a11y/useSemanticElements: a line of the grid in line-grid.tsx, which draws only what is in sight
import { ActionIcon } from "@mantine/core";
import { IconAlertTriangle, IconX } from "@tabler/icons-react";
import { memo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { COLUMNS, type ColumnId } from "./columns.ts";
import { DateCell } from "./date-cell.tsx";
import type { ReturnLine } from "./draft.ts";
import { useGrid } from "./grid-context.ts";
import { defaultPrice, isAboveStock, knownStockInBase, unitsOf } from "./known-stock.ts";
import classes from "./line-grid.module.css";
import { lineTotal } from "./line-totals.ts";
import { type LineProblems, typedWrong } from "./problems.ts";
import { ProductCell } from "./product-cell.tsx";
import { changeDraft, removeLine, useReturns } from "./returns-store.ts";
import { TypedCell } from "./typed-cell.tsx";
import { UnitCell } from "./unit-cell.tsx";
import { fromBase } from "./unit-conversion.ts";
import { useProduct, useStock } from "./use-goods.ts";
import { useProblemWords } from "./use-problem-words.ts";

interface LineRowProps {
  line: ReturnLine;
  row: number;
  /** What the engine or a try to post found; what is typed wrong is found here. */
  problems: LineProblems | undefined;
  /** How much of these goods the whole return takes. */
  taken: string | undefined;
}

interface StockCellProps {
  /** In base units, as `stock`, where the unit has a known base. */
  taken: string | undefined;
  stock: string | null;
  /** The stock in the line's own unit; not exact: rounded down. */
  shown: ReturnType<typeof fromBase> | null;
}

function StockCell({ taken, stock, shown }: StockCellProps) {
  const { t } = useTranslation();
  const { formats } = useGrid();
  if (stock === null || shown === null) return <span className={classes.faint}>—</span>;
  const above = isAboveStock(taken, stock);
  const figure = formats.decimal(shown.value);
  const warning = above ? t("purchaseReturn.grid.aboveStock", { stock: figure }) : "";
  const rounded = shown.exact ? "" : t("purchaseReturn.grid.roundedDown");
  return (
    <span className={classes.stock} data-above={above} title={[warning, rounded].filter(Boolean).join(" ")}>
      {above ? <IconAlertTriangle size="1rem" stroke={1.8} role="img" aria-label={warning} /> : null}
      {shown.exact ? null : (
        <span role="img" aria-label={rounded}>
          ≈
        </span>
      )}
      <bdi>{figure}</bdi>
    </span>
  );
}

/** One line. Drawn again only when it, its problems or its goods' sum changed. */
export const LineRow = memo(function LineRow({ line, row, problems, taken }: LineRowProps) {
  const { t } = useTranslation();
  const words = useProblemWords();
  const grid = useGrid();
  const { formats } = grid;
  const product = useProduct(line.productId);
  const stockRows = useStock(line.productId);
  const stock =
    line.productId === ""
      ? null
      : knownStockInBase(stockRows, { ...line, storeId: grid.storeId }, grid.bases);
  const found: LineProblems = { ...problems, ...typedWrong(line) };
  const number = row + 1;
  const total = lineTotal(line);

  const cellOf = (column: (typeof COLUMNS)[number]): ReactNode => {
    const header = t(`purchaseReturn.column.${column.id}`);
    const label = t("purchaseReturn.grid.cell", { column: header, line: number });
    const testId = `cell-${row}-${column.id}`;
    const problem = words(found[column.id]);
    if (column.kind === "product")
      return <ProductCell line={line} row={row} label={label} testId={testId} invalid={problem !== null} />;
    if (column.kind === "unit")
      return (
        <UnitCell
          {...{ label, testId, problem }}
          value={line.measureUnitId}
          own={unitsOf(product)}
          all={grid.units}
          disabled={grid.disabled}
          onChange={(measureUnitId) => {
            const price = defaultPrice({ ...grid, stock: stockRows, product, measureUnitId });
            changeDraft(grid.draftId, { type: "chooseUnit", lineId: line.lineId, measureUnitId, price });
            useReturns.setState({ unitChange: { draftId: grid.draftId, before: line, to: measureUnitId } });
          }}
        />
      );
    const onChange = (value: string) =>
      changeDraft(grid.draftId, { type: "cell", lineId: line.lineId, field: column.field, value });
    const cell = { label, testId, problem, onChange, disabled: grid.disabled, value: line[column.field] };
    if (column.kind === "productionDate" || column.kind === "expiryDate")
      return <DateCell {...cell} line={line} kind={column.kind} placeholder=" " digits={0} />;
    const optional = column.id === "free" || column.id === "received";
    return (
      <TypedCell
        {...cell}
        kind={column.kind}
        placeholder={optional && line.productId !== "" ? formats.decimal("0") : ""}
        digits={column.id === "price" ? grid.digits : 0}
      />
    );
  };
  const wordsOf = (column: ColumnId) => words(found[column]);

  return (
    <>
      <div className={classes.number} role="rowheader" tabIndex={-1}>
        {formats.count(number)}
      </div>
      {COLUMNS.map((column, index) => (
        <div
          key={column.id}
          className={classes.cell}
          role="gridcell"
          tabIndex={-1}
          data-row={row}
          data-column={index}
          data-wrong={wordsOf(column.id) !== null}
        >
          {cellOf(column)}
          {wordsOf(column.id) === null ? null : <span className={classes.bubble}>{wordsOf(column.id)}</span>}
        </div>
      ))}
      <div className={classes.total} role="gridcell" tabIndex={-1} data-testid={`cell-${row}-total`}>
        {total === null ? (
          <span className={classes.faint}>—</span>
        ) : (
          <bdi>{formats.decimal(total, grid.digits)}</bdi>
        )}
      </div>
      <div className={classes.total} role="gridcell" tabIndex={-1} data-testid={`cell-${row}-stock`}>
        <StockCell
          taken={taken}
          stock={stock}
          shown={stock === null ? null : fromBase(stock, line.measureUnitId, grid.bases)}
        />
      </div>
      <div className={classes.remove} role="gridcell" tabIndex={-1}>
        <ActionIcon
          className={classes.removeButton ?? ""}
          tabIndex={-1}
          disabled={grid.disabled}
          aria-label={t("purchaseReturn.grid.remove", { line: number })}
          onClick={() => removeLine(grid.draftId, line.lineId)}
        >
          <IconX size="1.125rem" stroke={1.8} />
        </ActionIcon>
      </div>
    </>
  );
});
