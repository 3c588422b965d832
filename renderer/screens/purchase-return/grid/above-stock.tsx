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
import type { UnitBases } from "../draft/unit-conversion.ts";
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

interface AboveStockProps {
  storeId: string;
  bases: UnitBases;
  /** Brings a line to the front, by its place. */
  onShow: (row: number) => void;
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
  if (rows.length === 0) return null;
  const showNext = () => {
    const at = lines.findIndex(({ lineId }) => lineId === useReturns.getState().lineId);
    const next = rows.find((row) => row > at) ?? rows[0];
    if (next !== undefined) onShow(next);
  };
  return (
    <span className={classes.above} data-testid="above-stock">
      <IconAlertTriangle size="1rem" stroke={1.8} aria-hidden="true" />
      {t("purchaseReturn.above.lines", { count: rows.length })}
      <Button variant="subtle" data-testid="above-stock-show" onClick={showNext}>
        {t("purchaseReturn.above.show")}
      </Button>
    </span>
  );
});
