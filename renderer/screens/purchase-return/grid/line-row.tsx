// biome-ignore-all lint/a11y/useSemanticElements: a line of the grid in line-grid.tsx, which draws only what is in sight

import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { memo, type ReactNode, useCallback, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ProductRow } from "../../../../contract/channels/mirror.ts";
import type { COLUMNS, ColumnId } from "../../../../contract/return-line.ts";
import { isolated } from "../../../i18n/format.ts";
import type { ReturnLine } from "../draft/draft.ts";
import { type LineProblems, typedWrong } from "../draft/problems.ts";
import { defaultPrice, knownStockInBase, type StockRow, unitsOf } from "../draft/stock.ts";
import { latestSums, lineTotal, takenOf } from "../draft/sums.ts";
import { fromBase } from "../draft/units.ts";
import { useProduct, useStock } from "../finder/use-goods.ts";
import { type GridContext, useGrid, useProblemWords } from "../form-context.ts";
import { activeLines, changeDraft, removeLine, useReturns } from "../returns-store.ts";
import { LeftCell, type LineLeft, ProductCell, StockCell, UnitCell, useLeft } from "./line-cells.tsx";
import classes from "./line-grid.module.css";
import { DateCell, TypedCell } from "./typed-cell.tsx";

interface LineRowProps {
  lineId: string;
  row: number;
  /** What the engine or a try to post found; what is typed wrong is found here. */
  problems: LineProblems | undefined;
}

interface LineCellsProps extends Omit<LineRowProps, "lineId"> {
  line: ReturnLine;
  product: ProductRow | null;
  stockRows: StockRow[];
  /** How much of these goods the whole return takes. */
  taken: string | undefined;
  left: LineLeft | null;
}

type FieldColumn = Exclude<(typeof COLUMNS)[number], { kind: "product" | "unit" }>;

const cellLabel = (t: TFunction, id: ColumnId, row: number): string =>
  t("purchaseReturn.grid.cell", { column: t(`purchaseReturn.column.${id}`), line: row + 1 });

interface FieldCellProps {
  column: FieldColumn;
  lineId: string;
  productId: string;
  row: number;
  value: string;
  problem: string | null;
  note: string | undefined;
}

/** A cell that is typed in. Drawn again only when its own text changed. */
const FieldCell = memo(function FieldCell({
  column,
  lineId,
  productId,
  row,
  value,
  problem,
  note,
}: FieldCellProps) {
  const { t } = useTranslation();
  const { disabled, digits, formats } = useGrid();
  const label = useMemo(() => cellLabel(t, column.id, row), [t, column.id, row]);
  const cell = {
    lineId,
    field: column.field,
    label,
    testId: `cell-${row}-${column.id}`,
    value,
    problem,
    note,
    disabled,
  };
  if (column.kind === "productionDate" || column.kind === "expiryDate")
    return <DateCell {...cell} productId={productId} kind={column.kind} placeholder=" " digits={0} />;
  return (
    <TypedCell
      {...cell}
      kind={column.kind}
      placeholder={column.countsGoods && !column.required && productId !== "" ? formats.decimal("0") : ""}
      digits={column.id === "price" ? digits : 0}
    />
  );
});

const RemoveCell = memo(function RemoveCell({ lineId, row }: { lineId: string; row: number }) {
  const { t } = useTranslation();
  const { draftId, disabled } = useGrid();
  return (
    <ActionIcon
      className={classes.removeButton ?? ""}
      tabIndex={-1}
      disabled={disabled}
      aria-label={t("purchaseReturn.grid.remove", { line: row + 1 })}
      onClick={() => removeLine(draftId, lineId)}
    >
      <IconX size="1.125rem" stroke={1.8} />
    </ActionIcon>
  );
});

/** A line by its place; undefined while the lines have moved on and the row has not. */
const lineAt = (state: ReturnType<typeof useReturns.getState>, row: number, lineId: string) => {
  const found = activeLines(state)[row];
  return found?.lineId === lineId ? found : undefined;
};

/** What is to be looked at in a price that can be read: whose unit it was for, or that it is finer than the currency. */
function priceNote(t: TFunction, { units, digitsWarning }: GridContext, line: ReturnLine) {
  const { priceUnitId, price } = line;
  if (priceUnitId !== undefined) {
    const name = units.find(({ id }) => id === priceUnitId)?.name ?? priceUnitId;
    return {
      kind: "kept",
      words: t("purchaseReturn.unit.priceOf", { unit: isolated(name) }),
    } as const;
  }
  const words = digitsWarning(price, "typed");
  return words === null ? null : ({ kind: "digits", words } as const);
}

/** What is known of a line's goods. Not asked again with every key in the line. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { lineId, row } = props;
  const productId = useReturns((state) => lineAt(state, row, lineId)?.productId ?? "");
  return <SubscribedLine {...props} product={useProduct(productId)} stockRows={useStock(productId)} />;
});

type SubscribedLineProps = LineRowProps & Pick<LineCellsProps, "product" | "stockRows">;

/** Subscribed to its own line, so that the lines around it needn't. */
const SubscribedLine = memo(function SubscribedLine({ lineId, ...rest }: SubscribedLineProps) {
  const { bases } = useGrid();
  const line = useReturns((state) => lineAt(state, rest.row, lineId));
  const taken = useReturns((state) =>
    line === undefined ? undefined : takenOf(latestSums(activeLines(state), bases), line),
  );
  const left = useLeft(line);
  return line === undefined ? null : <LineCells {...rest} line={line} taken={taken} left={left} />;
});

/** One line. Drawn again only when it, its problems or its goods' sum changed; then only the cells that changed. */
const LineCells = memo(function LineCells(props: LineCellsProps) {
  const { line, row, problems, product, stockRows, taken, left } = props;
  const { t } = useTranslation();
  const words = useProblemWords();
  const grid = useGrid();
  const { formats, draftId } = grid;
  const { lineId, productId } = line;
  const { measureUnitId } = line;
  const stock = useMemo(
    () =>
      productId === ""
        ? null
        : knownStockInBase(stockRows, { measureUnitId, storeId: grid.storeId }, grid.bases),
    [stockRows, productId, measureUnitId, grid.storeId, grid.bases],
  );
  const own = useMemo(() => unitsOf(product), [product]);
  const labels = useMemo(
    () => ({ product: cellLabel(t, "product", row), unit: cellLabel(t, "unit", row) }),
    [t, row],
  );
  const found: LineProblems = { ...problems, ...typedWrong(line) };
  const total = lineTotal(line);
  const latest = useRef({ line, stockRows, product });
  latest.current = { line, stockRows, product };
  const chooseUnit = useCallback(
    (to: string) => {
      const { line: before, stockRows: stock, product } = latest.current;
      const price = defaultPrice({ ...grid, stock, product, measureUnitId: to });
      if (changeDraft(draftId, { type: "chooseUnit", lineId: before.lineId, measureUnitId: to, price }))
        useReturns.setState({ unitChange: { draftId, before, to } });
    },
    [grid, draftId],
  );

  const cellOf = (column: (typeof COLUMNS)[number], problem: string | null, note?: string): ReactNode => {
    if (column.kind === "product" || column.kind === "unit") {
      const label = labels[column.kind];
      const testId = `cell-${row}-${column.id}`;
      return column.kind === "product" ? (
        <ProductCell
          lineId={lineId}
          productId={productId}
          row={row}
          label={label}
          testId={testId}
          invalid={problem !== null}
        />
      ) : (
        <UnitCell
          label={label}
          testId={testId}
          problem={problem}
          own={own}
          value={measureUnitId}
          all={grid.units}
          disabled={grid.disabled}
          onChange={chooseUnit}
        />
      );
    }
    return (
      <FieldCell
        column={column}
        lineId={lineId}
        productId={productId}
        row={row}
        problem={problem}
        note={note}
        value={line[column.field]}
      />
    );
  };

  const noteOf = (id: ColumnId) => {
    if (id === "price") return priceNote(t, grid, line);
    const words = id === "quantity" ? left?.quantity.warning : id === "free" ? left?.free.warning : undefined;
    return words == null ? null : ({ kind: "aboveLeft", words } as const);
  };

  return (
    <>
      <div className={classes.number} role="rowheader" tabIndex={-1}>
        {formats.count(row + 1)}
      </div>
      {grid.columns.map(({ column, index }) => {
        const problem = words(found[column.id]);
        const note = problem === null ? noteOf(column.id) : null;
        return (
          <div
            key={column.id}
            className={`${classes.cell} min-w-0 relative`}
            role="gridcell"
            tabIndex={-1}
            data-row={row}
            data-column={index}
            data-wrong={problem !== null}
            data-note={note?.kind}
          >
            {cellOf(column, problem, note?.words)}
            {problem === null ? null : <span className={classes.bubble}>{problem}</span>}
            {note === null ? null : (
              <span className={classes.bubble} data-testid={`cell-${row}-${column.id}-${note.kind}`}>
                {note.words}
              </span>
            )}
          </div>
        );
      })}
      <div className={classes.total} role="gridcell" tabIndex={-1} data-testid={`cell-${row}-total`}>
        {total === null ? <span className="faint">—</span> : <bdi>{formats.decimal(total, grid.digits)}</bdi>}
      </div>
      {grid.showsLeft ? (
        <div className={classes.total} role="gridcell" tabIndex={-1} data-testid={`cell-${row}-left`}>
          <LeftCell left={left} />
        </div>
      ) : null}
      <div className={classes.total} role="gridcell" tabIndex={-1} data-testid={`cell-${row}-stock`}>
        <StockCell
          taken={taken}
          stock={stock}
          shown={stock === null ? null : fromBase(stock, measureUnitId, grid.bases)}
        />
      </div>
      <div className={classes.remove} role="gridcell" tabIndex={-1}>
        <RemoveCell lineId={lineId} row={row} />
      </div>
    </>
  );
});
