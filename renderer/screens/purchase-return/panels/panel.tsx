import { type ReactNode, type Ref, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../features/help.tsx";
import { useShortcut } from "../../../shortcuts/use-shortcut.ts";
import { DataTable, type DataTableProps } from "../../../ui/data-table.tsx";
import { Loading } from "../../../ui/empty-state.tsx";
import classes from "./panels.module.css";

interface LinesPanelProps {
  label: string;
  testId: string;
  onEscape: () => void;
  /** What is in its foot: what to do here. */
  words: ReactNode;
  /** Why nothing is posted while it is open. */
  notPosted: string;
  buttons: ReactNode;
  children: ReactNode;
  tabIndex?: number;
  ref?: Ref<HTMLElement>;
}

/** A panel over the lines. Posting is asked for in vain while it is open, and its foot says so. */
export function LinesPanel({
  label,
  testId,
  onEscape,
  words,
  notPosted,
  buttons,
  children,
  ...rest
}: LinesPanelProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  useShortcut({ combo: "Mod+Enter", words: t("purchaseReturn.panel.first"), run: () => setAsked(true) });
  return (
    <section
      {...rest}
      className={classes.panel}
      aria-label={label}
      data-testid={testId}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onEscape();
      }}
    >
      {children}
      <div className={classes.ends}>
        <span className="dim flush" role="status">
          {words}
        </span>
        <strong className="warn semi" role="alert" data-testid="not-posted">
          {asked ? notPosted : null}
        </strong>
        {buttons}
      </div>
    </section>
  );
}

interface PanelTableProps<Row> extends Omit<DataTableProps<Row>, "rows"> {
  /** Undefined until they are read. */
  rows: Row[] | undefined;
  error: unknown;
  onRetry?: () => void;
  /** How far the reading is. */
  waiting?: string;
}

/** The table of a panel, or why it is not there. */
export function PanelTable<Row>({ rows, error, onRetry, waiting, ...table }: PanelTableProps<Row>) {
  return (
    <>
      <ErrorPanel error={error} {...(onRetry && { onRetry })} />
      <div className={`${classes.rows} column`}>
        {rows !== undefined ? <DataTable {...table} rows={rows} /> : error === null ? <Loading /> : null}
        {rows !== undefined || waiting === undefined ? null : (
          <p className="dim" role="status">
            {waiting}
          </p>
        )}
      </div>
    </>
  );
}
