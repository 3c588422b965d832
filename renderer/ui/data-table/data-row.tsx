// biome-ignore-all lint/a11y/useSemanticElements: rows out of sight are not drawn, so this can't be a <table>
import { Checkbox } from "@mantine/core";
import { memo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "./columns.ts";
import classes from "./data-table.module.css";

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
export const DataRow = memoOf(Row);

/** Which row an event happened in; null where in none. */
export function rowAt(target: EventTarget): number | null {
  const index = target instanceof Element ? target.closest("[data-index]")?.getAttribute("data-index") : null;
  return index == null ? null : Number(index);
}
