import { Button } from "@mantine/core";
import { IconTags, IconTrash } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { type ComponentProps, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Amount, amountWidth, longestFraction } from "../../../features/amount.tsx";
import { ListTable } from "../../../features/list-table.tsx";
import type { Column } from "../../../ui/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Name } from "../../../ui/name.tsx";
import classes from "../reference-data.module.css";
import { type ReferenceDataTab, useReferenceData } from "../reference-data-state.ts";

interface NothingProps {
  tab: ReferenceDataTab;
  /** Whether a text or a filter narrows the table. */
  narrowed: boolean;
}

/** In the place of rows: why it is empty, and what would fill it. */
function Nothing({ tab, narrowed }: NothingProps) {
  const { t } = useTranslation();
  if (narrowed)
    return (
      <EmptyState
        icon={IconTags}
        title={t("referenceData.empty.filtered")}
        action={
          <Button variant="default" onClick={() => useReferenceData.setState({ text: "", shown: "all" })}>
            {t("referenceData.empty.clear")}
          </Button>
        }
      >
        {t("referenceData.empty.filteredText")}
      </EmptyState>
    );
  if (tab === "balance")
    return (
      <EmptyState icon={IconTags} title={t("referenceData.empty.unanswered")}>
        {t("referenceData.empty.unansweredText")}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconTags}
      title={t("referenceData.empty.none")}
      action={
        <Button variant="light" onClick={() => useReferenceData.setState({ importOpen: true })}>
          {t("referenceData.import.title")}
        </Button>
      }
    >
      {t(
        tab === "stock"
          ? "referenceData.empty.noneStock"
          : tab === "purchase"
            ? "referenceData.empty.nonePurchase"
            : "referenceData.empty.noneText",
      )}
    </EmptyState>
  );
}

/**
 * A column of decimals whose separators stand below each other, as wide as its longest and as `least` letters. Without
 * `currencyOf` they are quantities.
 */
export function amountColumn<Row>(
  t: TFunction,
  id: "amount" | "ceilAmount" | "costPrice" | "quantity",
  rows: readonly Row[],
  of: (row: Row) => string | null,
  { least, currencyOf }: { least: number; currencyOf?: (row: Row) => string | null },
): Column<Row> {
  const decimals = rows.map(of);
  const currency = currencyOf !== undefined;
  const fraction = longestFraction(decimals, currency ? 3 : 0);
  return {
    id,
    header: t(`field.${id}`),
    track: `${amountWidth(decimals, { fraction, least, currency })}rem`,
    align: "end",
    cell: (row) => <Amount value={of(row)} currencyId={currencyOf?.(row) ?? null} align={fraction} />,
  };
}

interface ReferenceDataTableProps<Row>
  extends Pick<
    ComponentProps<typeof ListTable<Row>>,
    "rows" | "error" | "onRetry" | "columns" | "keyOf" | "minInlineSize" | "onOpen" | "onEnd"
  > {
  tab: ReferenceDataTab;
  /** There would be more without what is searched for. */
  narrowed: boolean;
  /** What is below the rows, of the one that is marked. */
  below?: (marked: Row | undefined) => ReactNode;
}

/** The table of a tab of the screen, as it is while it is read, empty or can't be read. */
export function ReferenceDataTable<Row>(props: ReferenceDataTableProps<Row>) {
  const { tab, narrowed, below, ...table } = props;
  const { t } = useTranslation();
  const [active, setActive] = useState<string | null>(null);
  return (
    <>
      <ListTable
        {...table}
        label={t(`list.${tab}`)}
        testId="reference-data"
        marksFirst
        activeKey={active}
        onActive={setActive}
        empty={<Nothing tab={tab} narrowed={narrowed} />}
      />
      {below?.(table.rows?.find((row) => table.keyOf(row) === active))}
    </>
  );
}

// How wide a column of codes must be, so that its longest one is shown whole.

/** A letter of the fixed-width face, and beside the code the cell's padding with the sign for copying. */
const LETTER_REM = 0.5;
const AROUND_REM = 2.75;
/** Beyond this a code is cut, visibly; it is copied whole. */
const MOST_REM = 20;

/** The width in rem; at least `least`. */
export function codeWidth(codes: readonly (string | null)[], least: number): number {
  const letters = codes.reduce((most, code) => Math.max(most, code?.length ?? 0), 0);
  return Math.min(MOST_REM, Math.max(least, Math.ceil((letters * LETTER_REM + AROUND_REM) * 2) / 2));
}

interface NameCellProps {
  name: string;
  deleted: boolean;
  oneLine?: boolean;
}

/** A record's name, and whether it is deleted. */
export function NameCell({ name, deleted, oneLine = false }: NameCellProps) {
  const { t } = useTranslation();
  return (
    <span className={`${classes.name} line gap-8 min-w-0`} data-deleted={deleted}>
      <Name oneLine={oneLine}>{name === "" ? "—" : name}</Name>
      {deleted ? (
        <span className="bad small semi inline gap-4 fixed">
          <IconTrash size="0.875rem" stroke={1.8} aria-hidden="true" />
          {t("state.deleted")}
        </span>
      ) : null}
    </span>
  );
}

/** In the place of a value that is not known. */
export function Unknown() {
  return <span className="faint">—</span>;
}
