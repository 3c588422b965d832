// biome-ignore-all lint/a11y/useSemanticElements: lines out of sight are not drawn, so this can't be a <table>

import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import {
  type FocusEvent,
  memo,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { COLUMNS, columnIndex } from "../../../../contract/return-line.ts";
import { useSettings } from "../../../client/settings.ts";
import { useShortcut, useToldKey } from "../../../shortcuts/use-shortcut.ts";
import type { Problems } from "../draft/problems.ts";
import { activeLines, changeDraft, removeLine, useLineIds, useReturns } from "../draft/returns-store.ts";
import type { ColumnSet, ShownColumn } from "../draft/shown-columns.ts";
import { ColumnMenu } from "./column-menu.tsx";
import { type FormContext, type GridContext, GridProvider } from "./grid-context.ts";
import { focusCell, focusDrawnCell, gridKeyHandler } from "./grid-focus.ts";
import classes from "./line-grid.module.css";
import { LineRow } from "./line-row.tsx";
import { useColumns, useWidths, type Widths } from "./use-columns.ts";

export interface GridHandle {
  focusCell: (row: number, column: number) => void;
  /** Brings a line that was scanned into sight and lets it flash. */
  showScanned: (lineId: string) => void;
}

interface LineGridProps {
  problems: Problems;
  context: FormContext;
  /** The keyboard left the grid at its top. */
  onLeave: () => void;
  onEnter: () => void;
  empty: ReactNode;
  ref: Ref<GridHandle>;
}

/** Two lines of a name. */
const ROW_REM = 2.5;
/** Lines drawn beyond the edges: enough to go on by keys and wheel; each one more costs every key a little. */
const OVERSCAN = 3;
const QUANTITY = columnIndex("quantity");
const linesNow = () => activeLines(useReturns.getState());

interface GridHeadProps {
  widths: Widths;
  columns: readonly ShownColumn[];
  used: ColumnSet;
  showsLeft: boolean;
}

const GridHead = memo(function GridHead({ widths, columns, used, showsLeft }: GridHeadProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.head} style={widths} role="row" aria-rowindex={1} tabIndex={-1}>
      <div role="columnheader" tabIndex={-1}>
        {t("purchaseReturn.column.number")}
      </div>
      {columns.map(({ column }) => (
        <div key={column.id} role="columnheader" tabIndex={-1} data-kind={column.kind}>
          {t(`purchaseReturn.column.${column.id}`)}
        </div>
      ))}
      <div role="columnheader" tabIndex={-1} data-kind="decimal">
        {t("purchaseReturn.column.total")}
      </div>
      {showsLeft ? (
        <div role="columnheader" tabIndex={-1} data-kind="decimal">
          {t("purchaseReturn.column.left")}
        </div>
      ) : null}
      <div role="columnheader" tabIndex={-1} data-kind="decimal">
        {t("purchaseReturn.column.stock")}
      </div>
      <div className={classes.columns} role="columnheader" tabIndex={-1}>
        <ColumnMenu used={used} />
      </div>
    </div>
  );
});

/**
 * The lines, as a sheet one types in. Only lines in sight are drawn, and the one with the focus. A key in a line is the
 * line's own affair: the sheet is drawn again only when lines come, go or change places.
 */
export function LineGrid({ problems, context, onLeave, onEnter, empty, ref }: LineGridProps) {
  const { t } = useTranslation();
  const { textScale } = useSettings();
  const viewport = useRef<HTMLDivElement>(null);
  const [focusedRow, setFocusedRow] = useState<number | null>(null);
  const rowPx = ROW_REM * 16 * textScale;
  const lineIds = useLineIds();
  const { draftId } = context;
  const { columns, used, show } = useColumns(draftId);
  const showsLeft = useReturns((state) =>
    activeLines(state).some(({ purchaseLine }) => purchaseLine !== undefined),
  );
  /** The line scanned last, and how often one was: the same line flashes again. */
  const [scanned, setScanned] = useState({ lineId: "", times: 0 });
  const virtual = useVirtualizer({
    count: lineIds.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    scrollPaddingStart: rowPx,
    // A line that is typed in stays drawn, however far one scrolls: the focus must not fall away.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      if (focusedRow === null || focusedRow >= lineIds.length || drawn.includes(focusedRow)) return drawn;
      return [...drawn, focusedRow].sort((a, b) => a - b);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size of a row changed, nothing else did
  useEffect(() => virtual.measure(), [rowPx]);

  const goTo = (row: number, column: number) => {
    // A line that is drawn is brought into sight by its cell; anything else costs a layout of its own.
    if (focusDrawnCell(viewport.current, row, column)) return;
    virtual.scrollToIndex(row);
    show([COLUMNS[column]?.id ?? "product"]);
    focusCell(viewport, row, column);
  };
  const showScanned = (lineId: string) => {
    setScanned(({ times }) => ({ lineId, times: times + 1 }));
    const row = linesNow().findIndex((line) => line.lineId === lineId);
    // A new line is counted by the time the next frame is drawn.
    window.requestAnimationFrame(() => latest.current.scrollTo(row));
  };
  useImperativeHandle(ref, () => ({ focusCell: goTo, showScanned }));
  const addLine = () => {
    changeDraft(draftId, { type: "addLine", lineId: crypto.randomUUID() });
    goTo(lineIds.length, 0);
  };
  const latest = useRef({ goTo, scrollTo: virtual.scrollToIndex });
  latest.current = { goTo, scrollTo: virtual.scrollToIndex };
  const shared = useMemo<GridContext>(
    () => ({
      ...context,
      columns,
      showsLeft,
      goOn: (row, column) => latest.current.goTo(row, column + 1),
    }),
    [context, columns, showsLeft],
  );
  const onKeyDown = gridKeyHandler({
    rows: lineIds.length,
    columns: columns.map(({ index }) => index),
    goTo,
    addLine,
    leave: onLeave,
    scansNext: (row, column) => column === QUANTITY && linesNow()[row]?.scanned === true,
  });

  useShortcut({
    combo: "Mod+Delete",
    words: t("purchaseReturn.shortcut.removeLine"),
    enabled: focusedRow !== null && !context.disabled,
    run: () => {
      const lineId = lineIds[focusedRow ?? -1];
      if (lineId === undefined) return;
      const column = Number(
        document.activeElement?.closest("[data-column]")?.getAttribute("data-column") ?? 0,
      );
      // Drawn at once: the next line's cell takes the focus, and not one that is about to go.
      flushSync(() => removeLine(draftId, lineId));
      if (lineIds.length === 1) onLeave();
      else goTo(Math.min(focusedRow ?? 0, lineIds.length - 2), column);
    },
  });
  useShortcut({
    combo: "Alt+Enter",
    words: t("purchaseReturn.shortcut.addLine"),
    enabled: !context.disabled,
    run: addLine,
  });

  useShortcut({
    combo: "Alt+D",
    words: t("purchaseReturn.shortcut.dates"),
    enabled: lineIds.length > 0 && !context.disabled,
    run: () => {
      show(["production", "expiry"]);
      const row = lineIds.indexOf(useReturns.getState().lineId ?? "");
      goTo(row === -1 ? lineIds.length - 1 : row, columnIndex("production"));
    },
  });

  useToldKey({ combo: "Enter", words: t("purchaseReturn.shortcut.scansNext") });

  const widths = useWidths(context.digits, columns, showsLeft);
  const onFocus = (event: FocusEvent) => {
    const row = event.target.closest("[data-row]")?.getAttribute("data-row");
    if (focusedRow === null) onEnter();
    setFocusedRow(row == null ? null : Number(row));
    const lineId = row == null ? undefined : lineIds[Number(row)];
    if (lineId !== undefined) useReturns.setState({ lineId });
  };
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setFocusedRow(null);
  };

  return (
    <GridProvider value={shared}>
      <div
        ref={viewport}
        className={`${classes.viewport} scroll h-full sheet`}
        role="grid"
        aria-label={t("purchaseReturn.grid.label")}
        aria-rowcount={lineIds.length + 1}
        aria-colcount={columns.length + (showsLeft ? 5 : 4)}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        <GridHead widths={widths} columns={columns} used={used} showsLeft={showsLeft} />
        {lineIds.length === 0 ? (
          empty
        ) : (
          <div
            className={`${classes.body} relative`}
            role="rowgroup"
            style={{ ...widths, blockSize: virtual.getTotalSize() }}
          >
            {virtual.getVirtualItems().map(({ index, start }) => {
              const lineId = lineIds[index];
              if (lineId === undefined) return null;
              return (
                <div
                  key={lineId}
                  className={`${classes.row} grid w-full absolute line-below`}
                  role="row"
                  tabIndex={-1}
                  aria-rowindex={index + 2}
                  data-focused={index === focusedRow}
                  data-scanned={lineId === scanned.lineId ? scanned.times % 2 : undefined}
                  style={{ ...widths, insetBlockStart: start, blockSize: rowPx }}
                >
                  <LineRow lineId={lineId} row={index} problems={problems.lines[lineId]} />
                </div>
              );
            })}
          </div>
        )}
      </div>
    </GridProvider>
  );
}
