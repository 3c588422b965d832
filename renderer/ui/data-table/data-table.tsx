// biome-ignore-all lint/a11y/useSemanticElements: rows out of sight are not drawn, so this can't be a <table>
import { Checkbox } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useDeferredValue, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSettings } from "../../client/settings.ts";
import { type Column, leastInlineSize, tracksOf } from "./columns.ts";
import { DataRow, rowAt } from "./data-row.tsx";
import classes from "./data-table.module.css";
import { tableKeyHandler } from "./table-keys.ts";

export interface DataTableProps<Row> {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
  /** The row the keyboard stands on, and that a panel beside the list shows. */
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
  /** Stands in the list's place while it has no rows. */
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

/** A list of any length: only rows in sight are drawn. Moved through by keys, told to screen readers as a grid. */
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
      aria-rowcount={rows.length + 1}
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
        empty
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
          {items.map(({ index, start, size }) => {
            const row = rows[index];
            if (row === undefined) return null;
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
