// biome-ignore-all lint/a11y/useSemanticElements: a line of the grid in line-grid.tsx, which draws only what is in sight

import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { memo, type ReactNode, useCallback, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ProductRow, StockRow } from "../../../../contract/channels/mirror.ts";
import type { ColumnId, LineColumn } from "../../../../contract/return-line.ts";
import { isolated } from "../../../i18n/format.ts";
import type { ReturnLine, ShownColumn } from "../draft/draft.ts";
import { type LineProblems, typedWrong } from "../draft/problems.ts";
import { defaultPrice, knownStockInBase, unitsOf } from "../draft/stock.ts";
import { latestSums, lineTotal, takenOf } from "../draft/sums.ts";
import { fromBase, unitName } from "../draft/units.ts";
import { useProduct, useStock } from "../finder/use-goods.ts";
import { type Form, useForm, useProblemWords } from "../form-context.ts";
import { activeLines, changeDraft, removeLine, useReturns } from "../returns-store.ts";
import { LeftCell, type LineLeft, ProductCell, StockCell, UnitCell, useLeft } from "./line-cells.tsx";
import classes from "./line-grid.module.css";
import { FieldCell } from "./typed-cell.tsx";

interface LineRowProps {
  lineId: string;
  row: number;
  /** What the engine or a try to post found; what is typed wrong is found here. */
  problems: LineProblems | undefined;
  columns: readonly ShownColumn[];
  /** Whether a line is of a purchase, so that what is left has its column. */
  showsLeft: boolean;
}

interface SubscribedLineProps extends LineRowProps {
  product: ProductRow | null;
  stockRows: StockRow[];
}

interface LineCellsProps extends Omit<SubscribedLineProps, "lineId"> {
  line: ReturnLine;
  /** How much of these goods the whole return takes. */
  taken: string | undefined;
  left: LineLeft | null;
}

const RemoveCell = memo(function RemoveCell({ lineId, row }: { lineId: string; row: number }) {
  const { t } = useTranslation();
  const { draftId, disabled } = useForm();
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
function priceNote(t: TFunction, { units, digitsWarning }: Form, { priceUnitId, price }: ReturnLine) {
  if (priceUnitId !== undefined) {
    const words = t("purchaseReturn.unit.priceOf", { unit: isolated(unitName(units, priceUnitId)) });
    return { kind: "kept", words } as const;
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

/** Subscribed to its own line, so that the lines around it needn't. */
const SubscribedLine = memo(function SubscribedLine({ lineId, ...rest }: SubscribedLineProps) {
  const { bases } = useForm();
  const line = useReturns((state) => lineAt(state, rest.row, lineId));
  const taken = useReturns((state) =>
    line === undefined ? undefined : takenOf(latestSums(activeLines(state), bases), line),
  );
  const left = useLeft(line);
  return line === undefined ? null : <LineCells {...rest} line={line} taken={taken} left={left} />;
});

/** One line. Drawn again only when it, its problems or its goods' sum changed; then only the cells that changed. */
const LineCells = memo(function LineCells(props: LineCellsProps) {
  const { line, row, problems, columns, showsLeft, product, stockRows, taken, left } = props;
  const { t } = useTranslation();
  const words = useProblemWords();
  const form = useForm();
  const { formats, draftId, storeId, bases } = form;
  const { lineId, productId, measureUnitId } = line;
  const stock = useMemo(
    () => (productId === "" ? null : knownStockInBase(stockRows, { measureUnitId, storeId }, bases)),
    [stockRows, productId, measureUnitId, storeId, bases],
  );
  const own = useMemo(() => unitsOf(product), [product]);
  const found: LineProblems = { ...problems, ...typedWrong(line) };
  const total = lineTotal(line);
  const latest = useRef({ line, stockRows, product });
  latest.current = { line, stockRows, product };
  const chooseUnit = useCallback(
    (to: string) => {
      const { line: before, stockRows: stock, product } = latest.current;
      const price = defaultPrice({ ...form, stock, product, measureUnitId: to });
      if (changeDraft(draftId, { type: "chooseUnit", lineId: before.lineId, measureUnitId: to, price }))
        useReturns.setState({ unitChange: { draftId, before, to } });
    },
    [form, draftId],
  );

  const cellOf = (column: LineColumn, problem: string | null, note?: string): ReactNode => {
    const cell = { lineId, productId, row, problem };
    switch (column.kind) {
      case "product":
        return <ProductCell {...cell} />;
      case "unit":
        return <UnitCell row={row} problem={problem} own={own} value={measureUnitId} onChange={chooseUnit} />;
      default:
        return <FieldCell {...cell} column={column} note={note} value={line[column.field]} />;
    }
  };

  const noteOf = (id: ColumnId) => {
    if (id === "price") return priceNote(t, form, line);
    const words = id === "quantity" ? left?.quantity.warning : id === "free" ? left?.free.warning : undefined;
    return words == null ? null : ({ kind: "aboveLeft", words } as const);
  };
  const figures = {
    total:
      total === null ? <span className="faint">—</span> : <bdi>{formats.decimal(total, form.digits)}</bdi>,
    ...(showsLeft ? { left: <LeftCell left={left} /> } : {}),
    stock: (
      <StockCell
        taken={taken}
        stock={stock}
        shown={stock === null ? null : fromBase(stock, measureUnitId, bases)}
      />
    ),
  };

  return (
    <>
      <div className={classes.number} role="rowheader" tabIndex={-1}>
        {formats.count(row + 1)}
      </div>
      {columns.map(({ column, index }) => {
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
      {Object.entries(figures).map(([id, figure]) => (
        <div
          key={id}
          className={classes.total}
          role="gridcell"
          tabIndex={-1}
          data-testid={`cell-${row}-${id}`}
        >
          {figure}
        </div>
      ))}
      <div className={classes.remove} role="gridcell" tabIndex={-1}>
        <RemoveCell lineId={lineId} row={row} />
      </div>
    </>
  );
});
