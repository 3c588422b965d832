// biome-ignore-all lint/a11y/useSemanticElements: lines out of sight are not drawn, so this can't be a <table>

import { ActionIcon, Menu } from "@mantine/core";
import { IconBarcode, IconCheck, IconColumns3 } from "@tabler/icons-react";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import {
  type CSSProperties,
  type FocusEvent,
  memo,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/react/shallow";
import {
  COLUMNS,
  type ColumnId,
  columnIndex,
  fieldOf,
  OPTIONAL_COLUMNS,
} from "../../../../contract/return-line.ts";
import { useSend } from "../../../client/queries.ts";
import { useSettings } from "../../../client/settings.ts";
import { useListedKey, useShortcut } from "../../../shortcuts/use-shortcut.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import {
  type ColumnSet,
  columnsShown,
  isIn,
  NO_COLUMNS,
  type ShownColumn,
  setOf,
  usedColumns,
} from "../draft/draft.ts";
import { signsOfLines } from "../draft/sums.ts";
import { useForm } from "../form-context.ts";
import {
  activeLines,
  changeDraft,
  forgetScanProblem,
  removeLine,
  useLineIds,
  useProblems,
  useReturns,
} from "../returns-store.ts";
import { focusCell, focusDrawnCell, gridKeyHandler } from "./grid-keys.ts";
import classes from "./line-grid.module.css";
import { LineRow } from "./line-row.tsx";

/** What the columns' least widths hold, and by how much they grow. A new width lays out every line in sight. */
const LEAST_SIGNS = { price: 9, quantity: 6, total: 9 };
const SIGNS_STEP = 2;

const roomFor = (signs: number, least: number): number =>
  least + SIGNS_STEP * Math.ceil(Math.max(0, signs - least) / SIGNS_STEP);

type Widths = CSSProperties & Record<`--${string}`, number>;

const track = ([least, share]: readonly [string, number]): string => `minmax(${least}, ${share}fr)`;

const LEFT = ["5.5rem", 0.8] as const;

function tracksOf(columns: readonly ShownColumn[], showsLeft: boolean): CSSProperties {
  const shown = columns.map(({ column }) => column.width);
  const left = showsLeft ? [LEFT] : [];
  return {
    gridTemplateColumns: `1.75rem ${shown.map(track).join(" ")} minmax(var(--total), 1.2fr) ${left.map(track).join("")} minmax(4.5rem, 0.8fr) 2rem`,
    minInlineSize: `calc(8.25rem + var(--total) + ${[...shown, ...left].map(([least]) => least).join(" + ")})`,
  };
}

/** The columns drawn. One that a line used stays while its return is on the screen: nothing is taken from under the hand. */
function useColumns(draftId: string) {
  const { returnColumns } = useSettings();
  const used = useReturns((state) => usedColumns(activeLines(state)));
  const kept = useRef({ draftId, columns: NO_COLUMNS });
  if (kept.current.draftId !== draftId) kept.current = { draftId, columns: NO_COLUMNS };
  kept.current.columns |= used;
  const [shown, setShown] = useState(NO_COLUMNS);
  const set = kept.current.columns | shown | setOf(returnColumns);
  const columns = useMemo(() => columnsShown(set), [set]);
  return {
    columns,
    used,
    show: (ids: readonly ColumnId[]) => setShown((now) => now | setOf(ids)),
  };
}

/** The widths of the columns of numbers; another object only when one of them changed. */
function useWidths(digits: number, columns: readonly ShownColumn[], showsLeft: boolean): Widths {
  const signs = useReturns(
    useShallow((state) => {
      const signs = signsOfLines(activeLines(state), digits);
      return {
        "--price-signs": roomFor(signs.price, LEAST_SIGNS.price),
        "--quantity-signs": roomFor(signs.quantity, LEAST_SIGNS.quantity),
        "--total-signs": roomFor(signs.total, LEAST_SIGNS.total),
      };
    }),
  );
  return useMemo(() => ({ ...signs, ...tracksOf(columns, showsLeft) }), [signs, columns, showsLeft]);
}

/** Asks for columns that no line uses yet, or takes them away again. What a line uses stays. */
const ColumnMenu = memo(function ColumnMenu({ used }: { used: ColumnSet }) {
  const { t } = useTranslation();
  const { returnColumns } = useSettings();
  const set = useSend("settings.set");
  return (
    <Menu position="bottom-end" closeOnItemClick={false} withinPortal>
      <Menu.Target>
        <ActionIcon
          className={classes.removeButton ?? ""}
          aria-label={t("purchaseReturn.columns.label")}
          title={t("purchaseReturn.columns.label")}
          data-testid="columns"
        >
          <IconColumns3 size="1.125rem" stroke={1.7} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {OPTIONAL_COLUMNS.map((id) => {
          const asked = returnColumns.includes(id);
          return (
            <Menu.Item
              key={id}
              role="menuitemcheckbox"
              aria-checked={asked || isIn(used, id)}
              disabled={isIn(used, id)}
              data-testid={`columns-${id}`}
              leftSection={
                <IconCheck
                  size="1.125rem"
                  stroke={1.8}
                  aria-hidden="true"
                  className={asked || isIn(used, id) ? undefined : classes.unchecked}
                />
              }
              onClick={() =>
                set.mutate({
                  returnColumns: asked ? returnColumns.filter((one) => one !== id) : [...returnColumns, id],
                })
              }
            >
              {t(`field.${fieldOf(id)}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
});

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
        {t("field.rowNo")}
      </div>
      {columns.map(({ column }) => (
        <div key={column.id} role="columnheader" tabIndex={-1} data-kind={column.kind}>
          {t(`field.${column.field}`)}
        </div>
      ))}
      {(["total", ...(showsLeft ? (["left"] as const) : []), "stock"] as const).map((id) => (
        <div key={id} role="columnheader" tabIndex={-1} data-kind="decimal">
          {t(`field.${id}`)}
        </div>
      ))}
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
export function LineGrid() {
  const { t } = useTranslation();
  const { draftId, digits, disabled, grid, scan } = useForm();
  const problems = useProblems(draftId);
  const onLeave = () => scan.current?.focus();
  const { textScale } = useSettings();
  const viewport = useRef<HTMLDivElement>(null);
  const [focusedRow, setFocusedRow] = useState<number | null>(null);
  const rowPx = ROW_REM * 16 * textScale;
  const lineIds = useLineIds();
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
    // A line that is drawn is brought into sight by its cell; anything else costs another layout.
    if (focusDrawnCell(viewport.current, row, column)) return;
    virtual.scrollToIndex(row);
    show([COLUMNS[column]?.id ?? "product"]);
    focusCell(viewport, row, column);
  };
  const showScanned = (lineId: string) => {
    setScanned(({ times }) => ({ lineId, times: times + 1 }));
    const row = linesNow().findIndex((line) => line.lineId === lineId);
    // A new line is counted by the time the next frame is drawn.
    window.requestAnimationFrame(() => virtual.scrollToIndex(row));
  };
  const addLine = () => {
    changeDraft(draftId, { type: "addLine", lineId: crypto.randomUUID() });
    goTo(linesNow().length - 1, 0);
  };
  useImperativeHandle(grid, () => ({ focusCell: goTo, showScanned, addLine }));
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
    enabled: focusedRow !== null && !disabled,
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
    words: t("action.addLine"),
    enabled: !disabled,
    run: addLine,
  });

  useShortcut({
    combo: "Alt+D",
    words: t("purchaseReturn.shortcut.dates"),
    enabled: lineIds.length > 0 && !disabled,
    run: () => {
      show(["production", "expiry"]);
      const row = lineIds.indexOf(useReturns.getState().lineId ?? "");
      goTo(row === -1 ? lineIds.length - 1 : row, columnIndex("production"));
    },
  });

  useListedKey({ combo: "Enter", words: t("purchaseReturn.shortcut.scansNext") });

  const widths = useWidths(digits, columns, showsLeft);
  const onFocus = (event: FocusEvent) => {
    const row = event.target.closest("[data-row]")?.getAttribute("data-row");
    if (focusedRow === null) forgetScanProblem();
    setFocusedRow(row == null ? null : Number(row));
    const lineId = row == null ? undefined : lineIds[Number(row)];
    if (lineId !== undefined) useReturns.setState({ lineId });
  };
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setFocusedRow(null);
  };

  return (
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
        <EmptyState title={t("purchaseReturn.empty.title")} icon={IconBarcode}>
          {t("purchaseReturn.empty.text")}
        </EmptyState>
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
                <LineRow
                  lineId={lineId}
                  row={index}
                  problems={problems.lines[lineId]}
                  columns={columns}
                  showsLeft={showsLeft}
                />
              </div>
            );
          })}
        </div>
      )}
    </div>
  );
}
