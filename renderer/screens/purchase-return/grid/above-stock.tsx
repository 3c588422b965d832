import { IconAlertTriangle } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { memo, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { invoke } from "../../../client/api.ts";
import { channelKey } from "../../../client/queries.ts";
import { Button } from "../../../ui/button.tsx";
import type { ReturnLine } from "../draft/draft.ts";
import { linesAboveStock } from "../draft/lines-above-stock.ts";
import { activeLines, useReturns } from "../draft/returns-store.ts";
import { linesAboveLeft, type Purchased } from "../purchases/purchased.ts";
import type { UnitBases } from "../units/unit-conversion.ts";
import classes from "./line-facts.module.css";

/** So long no key was pressed: counting all lines must not delay one. */
const QUIET_MS = 400;

/** The lines as they are once nobody types. */
function useQuietLines(): readonly ReturnLine[] {
  const [lines, setLines] = useState(() => activeLines(useReturns.getState()));
  useEffect(() => {
    let timer = 0;
    const look = () => setLines(activeLines(useReturns.getState()));
    const stop = useReturns.subscribe(() => {
      window.clearTimeout(timer);
      timer = window.setTimeout(look, QUIET_MS);
    });
    look();
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, []);
  return lines;
}

interface AboveProps {
  bases: UnitBases;
  /** Brings a line to the front, by its place. */
  onShow: (row: number) => void;
}

interface AboveNoticeProps extends Pick<AboveProps, "onShow"> {
  lines: readonly ReturnLine[];
  /** The places of those that it is about. */
  rows: readonly number[];
  words: string;
  testId: string;
}

function AboveNotice({ lines, rows, words, testId, onShow }: AboveNoticeProps) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  const showNext = () => {
    const at = lines.findIndex(({ lineId }) => lineId === useReturns.getState().lineId);
    const next = rows.find((row) => row > at) ?? rows[0];
    if (next !== undefined) onShow(next);
  };
  return (
    <span className={`${classes.above} warn line gap-4 push`} data-testid={testId}>
      <IconAlertTriangle size="1rem" stroke={1.8} aria-hidden="true" />
      {words}
      <Button variant="subtle" data-testid={`${testId}-show`} onClick={showNext}>
        {t("purchaseReturn.above.show")}
      </Button>
    </span>
  );
}

/** How many lines give back more than is left of their purchase. */
export const AboveLeft = memo(function AboveLeft({
  bases,
  purchased,
  onShow,
}: AboveProps & { purchased: Purchased }) {
  const { t } = useTranslation();
  const lines = useQuietLines();
  const rows = useMemo(() => linesAboveLeft(lines, purchased, bases), [lines, purchased, bases]);
  const words = t("purchaseReturn.above.left", { count: rows.length });
  return <AboveNotice lines={lines} rows={rows} words={words} testId="above-left" onShow={onShow} />;
});

interface AboveStockProps extends AboveProps {
  storeId: string;
}

/** How many lines take more than is known to be there, told once for all of them, and the way from one to the next. */
export const AboveStock = memo(function AboveStock({ storeId, bases, onShow }: AboveStockProps) {
  const { t } = useTranslation();
  const lines = useQuietLines();
  const productIds = useMemo(
    () => [...new Set(lines.map(({ productId }) => productId))].filter((id) => id !== ""),
    [lines],
  );
  const question = { productIds };
  const stock = useQuery({
    queryKey: channelKey("mirror.stock", question),
    queryFn: () => invoke("mirror.stock", question),
    enabled: productIds.length > 0,
    placeholderData: keepPreviousData,
    // Each set of products is asked for once; what was answered before is of no use.
    gcTime: 0,
  }).data?.rows;
  const rows = useMemo(
    () => (stock === undefined ? [] : linesAboveStock(lines, stock, { storeId, bases })),
    [lines, stock, storeId, bases],
  );
  const words = t("purchaseReturn.above.lines", { count: rows.length });
  return <AboveNotice lines={lines} rows={rows} words={words} testId="above-stock" onShow={onShow} />;
});
