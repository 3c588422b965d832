// biome-ignore-all lint/a11y/useSemanticElements: rows out of sight are not drawn, so this can't be a <table>

import { Checkbox } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import type { TFunction } from "i18next";
import { type KeyboardEvent, memo, type ReactNode, useDeferredValue, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSettings } from "../client/settings.ts";
import type { en } from "../i18n/en/index.ts";
import classes from "./data-table.module.css";

export interface DataTableProps<Row> {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
  /** The row with the keyboard, which a panel beside the list shows. */
  activeKey: string | null;
  /** By keys one passes rows by; a pointer means the one it touched. */
  onActive: (key: string, by: "keys" | "pointer") => void;
  /** Enter, or a double click where rows can't be selected. */
  onOpen?: (row: Row) => void;
  /** Given: rows can be selected, many at a time, with Space, a click or their check box. */
  selection?: { keys: ReadonlySet<string>; onChange: (keys: ReadonlySet<string>) => void };
  /** Rows of one group stand together under its name, such as a day. Each row says the same to screen readers itself. */
  groupOf?: ((row: Row) => string) | undefined;
  /** Called when the last rows come in sight, to read more. */
  onEnd?: () => void;
  /** Shown in the list's place while it has no rows. */
  empty?: ReactNode;
  autoFocus?: boolean;
  /** Where keys come to the list and no row is marked, they mark the first. */
  marksFirst?: boolean;
  /** Narrower than this the list scrolls sideways, as in "48rem". */
  minInlineSize?: string;
  /** Names the rows for tests: `<testId>-row-<index>`, and their check boxes `<testId>-check-<index>`. */
  testId?: string;
}

const ROW_REM = 2.75;
const GROUP_REM = 2;

/** A list of any length: only rows in sight are drawn. Moved through by keys, a grid for screen readers. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    keyOf,
    activeKey,
    onActive,
    onOpen,
    selection,
    groupOf,
    onEnd,
    empty,
    autoFocus,
    marksFirst,
    minInlineSize,
    testId,
  } = props;
  // What is typed elsewhere is shown before a list that it fills; rows are drawn with the columns made for them.
  const rows = useDeferredValue(props.rows);
  const columns = useDeferredValue(props.columns);
  const { t } = useTranslation();
  const { textScale } = useSettings();
  const id = useId();
  const viewport = useRef<HTMLDivElement>(null);
  const rowPx = ROW_REM * 16 * textScale;
  /** The name of the group that begins with this row. */
  const groupAt = (index: number): string | null => {
    const [before, row] = [rows[index - 1], rows[index]];
    if (groupOf === undefined || row === undefined) return null;
    const name = groupOf(row);
    return before !== undefined && groupOf(before) === name ? null : name;
  };
  const groupPx = GROUP_REM * 16 * textScale;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => viewport.current,
    estimateSize: (index) => (groupAt(index) === null ? rowPx : rowPx + groupPx),
    overscan: 6,
    scrollPaddingStart: rowPx,
  });
  const items = virtual.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? -1;
  const active = rows.findIndex((row) => keyOf(row) === activeKey);
  const tracks = tracksOf(columns, selection !== undefined);
  const least = leastInlineSize(columns, selection !== undefined, minInlineSize);

  const grouped = groupOf === undefined ? null : rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size of a row changed, or where groups begin, nothing else
  useEffect(() => virtual.measure(), [rowPx, grouped]);
  useEffect(() => {
    if (rows.length > 0 && lastShown >= rows.length - 8) onEnd?.();
  }, [lastShown, rows.length, onEnd]);
  useEffect(() => {
    if (autoFocus === true) viewport.current?.focus({ preventScroll: true });
  }, [autoFocus]);

  const toggle = (key: string) => {
    if (selection === undefined) return;
    const keys = new Set(selection.keys);
    if (!keys.delete(key)) keys.add(key);
    selection.onChange(keys);
  };
  const at = <Result,>(index: number, use: (row: Row) => Result) => {
    const row = rows[index];
    return row === undefined ? undefined : use(row);
  };
  const onKeyDown = tableKeyHandler({
    count: rows.length,
    active,
    page: Math.max(1, Math.floor((viewport.current?.clientHeight ?? rowPx) / rowPx) - 2),
    move: (index) => {
      at(index, (row) => onActive(keyOf(row), "keys"));
      virtual.scrollToIndex(index);
    },
    open: (index) => at(index, (row) => onOpen?.(row)),
    toggle: (index) => at(index, (row) => toggle(keyOf(row))),
  });
  // Of the rows that are listed: what was chosen in another list says nothing here.
  const selectedRows =
    selection === undefined ? 0 : rows.filter((row) => selection.keys.has(keyOf(row))).length;
  const allSelected = rows.length > 0 && selectedRows === rows.length;

  return (
    <div
      ref={viewport}
      className={`${classes.viewport} scroll h-full sheet`}
      role="grid"
      aria-label={label}
      // Only where not all rows are drawn; the row that says why a list is empty is none of its rows.
      aria-rowcount={rows.length === 0 ? undefined : rows.length + 1}
      aria-multiselectable={selection !== undefined}
      aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={({ target, currentTarget }) => {
        // A pointer marks the row it touched.
        if (marksFirst !== true || active >= 0 || target !== currentTarget) return;
        if (currentTarget.matches(":focus-visible")) at(0, (row) => onActive(keyOf(row), "keys"));
      }}
    >
      <div
        className={classes.head}
        role="row"
        aria-rowindex={1}
        tabIndex={-1}
        style={{ gridTemplateColumns: tracks, minInlineSize: least }}
      >
        {selection === undefined ? null : (
          <div className="grid centred" role="columnheader" tabIndex={-1}>
            <Checkbox
              aria-label={t("components.table.selectAll")}
              checked={allSelected}
              indeterminate={!allSelected && selectedRows > 0}
              onChange={() => selection.onChange(allSelected ? new Set() : new Set(rows.map(keyOf)))}
            />
          </div>
        )}
        {columns.map((column) => (
          <div
            key={column.id}
            className={classes.cell}
            role="columnheader"
            tabIndex={-1}
            data-align={column.align ?? "start"}
          >
            {column.header}
          </div>
        ))}
      </div>
      {rows.length === 0 ? (
        // A grid may hold rows alone.
        <div role="row" tabIndex={-1} className="grid">
          <div role="gridcell" tabIndex={-1} className="grid">
            {empty}
          </div>
        </div>
      ) : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the grid itself takes the keys for its rows
        <div
          className="relative"
          role="rowgroup"
          onClick={({ target }) => {
            const row = rows[rowAt(target) ?? -1];
            if (row === undefined) return;
            onActive(keyOf(row), "pointer");
            if (selection !== undefined) toggle(keyOf(row));
            // A drawn row may be gone when one scrolls; the list itself never is.
            viewport.current?.focus({ preventScroll: true });
          }}
          onDoubleClick={({ target }) => {
            const row = rows[rowAt(target) ?? -1];
            // Where rows are chosen, two clicks chose and left it out again.
            if (row !== undefined && selection === undefined) onOpen?.(row);
          }}
          style={{ blockSize: virtual.getTotalSize(), minInlineSize: least }}
        >
          {/* One array for all of them: rows in arrays by place would be made anew, and lose the focus, when one scrolls. */}
          {items.flatMap(({ index, start, size }) => {
            const row = rows[index];
            if (row === undefined) return [];
            const key = keyOf(row);
            const isActive = key === activeKey;
            const group = groupAt(index);
            return [
              group === null ? null : (
                <div
                  key={`above ${key}`}
                  className={`${classes.group} note medium absolute line-below`}
                  aria-hidden="true"
                  style={{ transform: `translateY(${start}px)`, blockSize: size - rowPx }}
                >
                  {group}
                </div>
              ),
              <DataRow
                key={key}
                row={row}
                index={index}
                columns={columns}
                tracks={tracks}
                id={id}
                testId={testId}
                start={start + size - rowPx}
                blockSize={rowPx}
                active={isActive}
                selected={selection?.keys.has(key) ?? isActive}
                onToggle={selection === undefined ? undefined : () => toggle(key)}
              />,
            ];
          })}
        </div>
      )}
    </div>
  );
}

interface DataRowProps<Row> {
  row: Row;
  index: number;
  columns: Column<Row>[];
  /** The grid's tracks, as CSS writes them. */
  tracks: string;
  id: string;
  testId: string | undefined;
  /** Pixels: where the row begins in the list, and how high it is. */
  start: number;
  blockSize: number;
  active: boolean;
  selected: boolean;
  /** Given: the row has a check box. */
  onToggle: (() => void) | undefined;
}

/** React's `memo`, which keeps a component's own type parameter. */
const memoOf: <Props extends object>(component: (props: Props) => ReactNode) => (props: Props) => ReactNode =
  memo;

function Row<Row>(props: DataRowProps<Row>) {
  const { row, index, columns, tracks, id, testId, start, blockSize, active, selected, onToggle } = props;
  const { t } = useTranslation();
  return (
    <div
      id={`${id}-${index}`}
      className={`${classes.row} hovers grid middle w-full absolute line-below`}
      role="row"
      tabIndex={-1}
      data-index={index}
      data-testid={testId === undefined ? undefined : `${testId}-row-${index}`}
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-active={active}
      style={{ gridTemplateColumns: tracks, transform: `translateY(${start}px)`, blockSize }}
    >
      {onToggle === undefined ? null : (
        <div className="grid centred" role="gridcell" tabIndex={-1}>
          <Checkbox
            aria-label={t("components.table.selectRow")}
            checked={selected}
            data-testid={testId === undefined ? undefined : `${testId}-check-${index}`}
            tabIndex={-1}
            onClick={(event) => event.stopPropagation()}
            onChange={onToggle}
          />
        </div>
      )}
      {columns.map((column) => (
        <div
          key={column.id}
          className={classes.cell}
          role="gridcell"
          tabIndex={-1}
          data-align={column.align ?? "start"}
        >
          {column.cell(row)}
        </div>
      ))}
    </div>
  );
}

/** One row of the list; drawn again only where something of it changed, so that moving and scrolling cost little. */
const DataRow = memoOf(Row);

/** Which row an event happened in; null where in none. */
function rowAt(target: EventTarget): number | null {
  const index = target instanceof Element ? target.closest("[data-index]")?.getAttribute("data-index") : null;
  return index == null ? null : Number(index);
}

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** A grid track, as in "8rem" or "minmax(12rem, 2fr)". */
  track: string;
  /** Amounts and counts stand at the end of their cell. */
  align?: "start" | "end";
}

/** A column whose head is a field's name, by which it goes. */
type NamedColumn<Row> = readonly [
  id: keyof (typeof en)["field"],
  track: string,
  cell: (row: Row) => ReactNode,
  align?: "end",
];

/** The columns of a table; null means one that it doesn't have now. */
export const tableColumns = <Row,>(
  t: TFunction,
  columns: readonly (NamedColumn<Row> | Column<Row> | null)[],
): Column<Row>[] =>
  columns.flatMap((column): Column<Row>[] => {
    if (column === null) return [];
    if ("id" in column) return [column];
    const [id, track, cell, align = "start"] = column;
    return [{ id, header: t(`field.${id}`), track, cell, align }];
  });

const CHECK_TRACK = "2.75rem";

/** The tracks of all columns, with the one of the check boxes where rows can be selected. */
export function tracksOf<Row>(columns: Column<Row>[], selectable: boolean): string {
  const tracks = columns.map(({ track }) => track);
  return (selectable ? [CHECK_TRACK, ...tracks] : tracks).join(" ");
}

/** The narrowest that a track gets: of "minmax(13rem, 2fr)" the first, of a fixed one itself. */
const leastOf = (track: string): string => {
  const least = /^minmax\(\s*([^,]+),/.exec(track)?.[1] ?? track;
  return least === "0" ? "0rem" : least;
};

/** What a row needs at least, so that lines and hover reach its end where its list scrolls sideways. */
function leastInlineSize<Row>(columns: Column<Row>[], selectable: boolean, wanted = "0rem"): string {
  const tracks = [...(selectable ? [CHECK_TRACK] : []), ...columns.map(({ track }) => leastOf(track))];
  return `max(${wanted}, ${tracks.join(" + ")})`;
}

/** What a screen keeps at its sides and for scrollbars. */
const AROUND_REM = 4.75;

/** How many `rem` a screen needs to show these columns whole, with what is beside them; all their tracks are in `rem`. */
export const screenRemFor = <Row,>(columns: readonly Column<Row>[], besideRem = 0): number =>
  columns.reduce((sum, { track }) => sum + Number.parseFloat(leastOf(track)), AROUND_REM + besideRem);

// The keyboard of a list: arrows, pages, ends, Enter, Space.

interface TableKeys {
  count: number;
  active: number;
  page: number;
  move: (index: number) => void;
  open: (index: number) => void;
  toggle: (index: number) => void;
}

/** Where a key leads from the active row; null where the key is not one of movement. */
function indexAfter(key: string, { count, active, page }: Pick<TableKeys, "count" | "active" | "page">) {
  const last = count - 1;
  switch (key) {
    case "ArrowDown":
      return Math.min(last, active + 1);
    case "ArrowUp":
      return Math.max(0, active - 1);
    case "PageDown":
      return Math.min(last, active + page);
    case "PageUp":
      return Math.max(0, active - page);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}

/** A handler of key presses on the list itself; keys pressed inside a cell's own control are left to it. */
function tableKeyHandler(keys: TableKeys) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget || keys.count === 0) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = indexAfter(event.key, keys);
    if (index !== null) keys.move(index);
    else if (event.key === "Enter" && keys.active >= 0) keys.open(keys.active);
    else if (event.key === " " && keys.active >= 0) keys.toggle(keys.active);
    else return;
    event.preventDefault();
  };
}
