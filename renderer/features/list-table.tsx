/** The lists of all screens: what is shown in a list's place, and where the keyboard goes from and to it. */
import { useDeferredValue, useRef } from "react";
import { focusOnceDrawn } from "../lib/focus.ts";
import { DataTable, type DataTableProps } from "../ui/data-table.tsx";
import { Loading } from "../ui/empty-state.tsx";
import { ErrorPanel } from "./help.tsx";

interface ListTableProps<Row> extends Omit<DataTableProps<Row>, "rows"> {
  /** Undefined until they are read: until then the frame is there, without a word on what is in it. */
  rows: Row[] | undefined;
  /** Why they can't be read. */
  error?: unknown;
  onRetry?: () => void;
}

const NO_ROWS: never[] = [];

/** A list, as it is while it is read, empty or can't be read. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { rows: read, error = null, onRetry, empty, autoFocus = false, ...table } = props;
  // As late as the table takes its rows: it would say for a moment that there are none.
  const rows = useDeferredValue(read);
  if (error !== null) return <ErrorPanel error={error} {...(onRetry && { onRetry })} />;
  const isRead = rows !== undefined;
  return (
    <DataTable
      {...table}
      rows={rows ?? NO_ROWS}
      empty={isRead ? empty : <Loading />}
      // A key pressed while there are no rows would be lost.
      autoFocus={autoFocus && isRead}
    />
  );
}

/** The box that holds a list, and the one with what is known of a row; the ways of the keyboard between them. */
export function useListFocus() {
  const list = useRef<HTMLDivElement>(null);
  const detail = useRef<HTMLDivElement>(null);
  const grid = () => list.current?.querySelector<HTMLElement>('[role="grid"]');
  return {
    list,
    detail,
    toList: () => grid()?.focus(),
    /** Where nobody asked for it: the screen stays where it is scrolled to. */
    toListInPlace: () => grid()?.focus({ preventScroll: true }),
    /** The list is drawn again first where it was hidden. */
    backToList: () => focusOnceDrawn(grid),
    toDetail: () => focusOnceDrawn(() => detail.current?.querySelector<HTMLElement>("h2")),
  };
}
