import { IconAlertTriangle } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { memo, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/react/shallow";
import type { StockRow } from "../../../../contract/channels/mirror.ts";
import { columnIndex } from "../../../../contract/return-line.ts";
import { invoke } from "../../../client/api.ts";
import { channelKey, useChannel } from "../../../client/queries.ts";
import { isolated } from "../../../i18n/format.ts";
import { Keys } from "../../../shortcuts/keys.tsx";
import { useShortcut } from "../../../shortcuts/use-shortcut.ts";
import { Button } from "../../../ui/button.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import { type ReturnLine, settled } from "../draft/draft.ts";
import type { DraftAction } from "../draft/draft-actions.ts";
import { boughtFor, linesAboveLeft } from "../draft/purchased.ts";
import { type Batch, linesAboveStock, onlyBatch } from "../draft/stock.ts";
import { converted, fieldsInUnit, inBase, unitName } from "../draft/units.ts";
import { useStock } from "../finder/use-goods.ts";
import { useForm } from "../form-context.ts";
import { activeLines, changeDraft, forgetUnitChange, holds, lineOf, useReturns } from "../returns-store.ts";
import classes from "./line-grid.module.css";
import { useTakeBatch } from "./typed-cell.tsx";

/** The line one works on, without what is typed into it with most keys: the facts are not drawn again for those. */
const useFactsLine = () =>
  useReturns(
    useShallow((state) => {
      const line = lineOf(state, state.lineId);
      if (line === undefined) return undefined;
      const { lineId, productId, productionAt, expiryAt, purchaseLine } = line;
      return { lineId, productId, productionAt, expiryAt, ...(purchaseLine && { purchaseLine }) };
    }),
  );

type FactsLine = NonNullable<ReturnType<typeof useFactsLine>>;

/** What is known of the purchase that the line gives back: in the purchase's unit, with the age of the file. */
function BoughtFacts({ line }: { line: FactsLine | undefined }) {
  const { t } = useTranslation();
  const { formats, units, purchased } = useForm();
  const bought = boughtFor(line, purchased);
  if (bought === undefined) return null;
  const shown = (value: string | null) => (value === null ? "—" : formats.decimal(value));
  return (
    <span data-testid="bought-facts">
      {t("purchaseReturn.purchase.facts", {
        purchase: isolated(bought.purchase.documentNo),
        bought: shown(bought.line.bought),
        returned: shown(bought.line.returned),
        waiting: shown(bought.line.waiting),
        left: shown(bought.line.left),
        unit: isolated(unitName(units, String(bought.line.measureUnitId))),
      })}{" "}
      <TimeAgo at={bought.purchase.importedAt} />
    </span>
  );
}

/** Batches of which this many are shown. */
const MOST_BATCHES = 2;

const isOfLine = (row: StockRow, line: FactsLine, storeId: string): boolean =>
  (storeId === "" || row.storeId === null || String(row.storeId) === storeId) &&
  (line.expiryAt === "" || row.expiryAt === null || row.expiryAt.startsWith(line.expiryAt));

/** Where a file and the central system differ about the stock: both, each with its age. */
function StockDiffers({ line }: { line: FactsLine | undefined }) {
  const { t } = useTranslation();
  const { formats, units, storeId } = useForm();
  const rows = useStock(line?.productId ?? "");
  if (line === undefined) return null;
  const differing = rows.flatMap((row) =>
    row.other !== null && isOfLine(row, line, storeId) ? [{ row, other: row.other }] : [],
  );
  return differing.slice(0, MOST_BATCHES).map(({ row, other }) => {
    const unit = isolated(unitName(units, String(row.measureUnitId ?? "")));
    const fact = (quantity: string | null, source: StockRow["source"]) =>
      t(`purchaseReturn.stock.${source}`, {
        quantity: quantity === null ? "—" : formats.decimal(quantity),
        unit,
      });
    return (
      <span
        key={[row.storeId, row.measureUnitId, row.productionAt, row.expiryAt].join(" ")}
        data-testid="stock-differs"
      >
        {row.expiryAt === null
          ? t("purchaseReturn.stock.differs")
          : t("purchaseReturn.stock.differsOf", { date: isolated(formats.date(row.expiryAt)) })}{" "}
        {fact(row.quantity, row.source)} <TimeAgo at={row.updatedAt} /> · {fact(other.quantity, other.source)}{" "}
        <TimeAgo at={other.updatedAt} />
      </span>
    );
  });
}

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

interface AboveNoticeProps {
  lines: readonly ReturnLine[];
  /** The places of those that it is about. */
  rows: readonly number[];
  words: string;
  testId: string;
}

/** How many lines take too much, and the way from one to the next. */
function AboveNotice({ lines, rows, words, testId }: AboveNoticeProps) {
  const { t } = useTranslation();
  const { grid } = useForm();
  if (rows.length === 0) return null;
  const showNext = () => {
    const at = lines.findIndex(({ lineId }) => lineId === useReturns.getState().lineId);
    const next = rows.find((row) => row > at) ?? rows[0];
    if (next !== undefined) grid.current?.focusCell(next, columnIndex("quantity"));
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

/** How many lines give back more than is left of their purchase, and how many take more than is known to be there. */
const Above = memo(function Above() {
  const { t } = useTranslation();
  const { storeId, bases, purchased } = useForm();
  const lines = useQuietLines();
  const question = useMemo(
    () => ({ productIds: [...new Set(lines.map(({ productId }) => productId))].filter((id) => id !== "") }),
    [lines],
  );
  const stock = useQuery({
    queryKey: channelKey("mirror.stock", question),
    queryFn: () => invoke("mirror.stock", question),
    enabled: question.productIds.length > 0,
    placeholderData: keepPreviousData,
    // Each set of products is asked for once; what was answered before is of no use.
    gcTime: 0,
  }).data?.rows;
  const aboveLeft = useMemo(() => linesAboveLeft(lines, purchased, bases), [lines, purchased, bases]);
  const aboveStock = useMemo(
    () => (stock === undefined ? [] : linesAboveStock(lines, stock, { storeId, bases })),
    [lines, stock, storeId, bases],
  );
  const left = t("purchaseReturn.above.left", { count: aboveLeft.length });
  const there = t("purchaseReturn.above.lines", { count: aboveStock.length });
  return (
    <>
      <AboveNotice lines={lines} rows={aboveLeft} words={left} testId="above-left" />
      <AboveNotice lines={lines} rows={aboveStock} words={there} testId="above-stock" />
    </>
  );
});

/** After the unit of a line became another: its numbers can be converted, and a price that stayed is to be looked at. */
function UnitChoice() {
  const { t } = useTranslation();
  const { draftId, bases, units, formats } = useForm();
  const change = useReturns((state) => state.unitChange);
  const now = useReturns((state) => lineOf(state, state.unitChange?.before.lineId));
  if (change === null || change.draftId !== draftId || now === undefined || !holds(change, now)) return null;
  const { before, to } = change;
  const result = converted(before, to, bases);
  const kept = now.priceUnitId !== undefined;
  const fields =
    result === null || before.priceTyped || now.price === "" || kept
      ? result?.fields
      : { ...result.fields, price: now.price };
  const differs = fields !== undefined && (now.quantity !== fields.quantity || now.price !== fields.price);
  // Nothing to convert to, and a price that is known for the new unit: the line says all of it.
  if (!kept && !(differs && result?.exact === true)) return null;
  const act = (action: DraftAction) => {
    changeDraft(draftId, action);
    forgetUnitChange();
  };
  const shown = (value: string) => (/^-?\d+(?:\.\d+)?$/.test(value) ? formats.decimal(value) : value || "—");
  const notes = [
    kept
      ? t("purchaseReturn.unit.priceKept", {
          price: isolated(shown(now.price)),
          unit: isolated(unitName(units, now.priceUnitId ?? "")),
        })
      : null,
    result === null || result.exact ? null : t("purchaseReturn.unit.rounded"),
  ].filter((words) => words !== null);
  return (
    <div className={`${classes.choice} ink row`} role="status" data-testid="unit-choice">
      {notes.length === 0 ? null : <span>{notes.join(" ")}</span>}
      <Button
        variant="default"
        data-testid="unit-keep"
        onClick={() => act({ type: "convert", lineId: now.lineId, fields: fieldsInUnit(now) })}
      >
        {t("purchaseReturn.unit.keep", { quantity: shown(now.quantity), price: shown(now.price) })}
      </Button>
      {result?.exact === true && fields !== undefined && differs ? (
        <Button
          variant="default"
          data-testid="unit-convert"
          onClick={() => act({ type: "convert", lineId: now.lineId, fields })}
        >
          {t("purchaseReturn.unit.convert", {
            quantity: shown(fields.quantity),
            price: shown(fields.price),
          })}
        </Button>
      ) : null}
    </div>
  );
}

interface BatchOfferProps {
  batch: Batch;
  onTake: () => void;
}

/** The only batch it can be: offered, never filled in by itself. */
function BatchOffer({ batch, onTake }: BatchOfferProps) {
  const { t } = useTranslation();
  const { formats } = useForm();
  const date = (at: string | null) => isolated(at === null ? "—" : formats.date(at));
  useShortcut({ combo: "Alt+B", words: t("purchaseReturn.shortcut.batch"), run: onTake });
  return (
    <Button
      variant="default"
      data-testid="batch-offer"
      rightSection={<Keys combo="Alt+B" />}
      onClick={onTake}
    >
      {t("purchaseReturn.batch.offer", {
        production: date(batch.productionAt),
        expiry: date(batch.expiryAt),
      })}
    </Button>
  );
}

/** What a line's quantity is in the base of its unit; the one fact that a key in the quantity changes. */
function InBase() {
  const { t } = useTranslation();
  const { formats, bases, units } = useForm();
  const line = useReturns((state) => lineOf(state, state.lineId));
  const unitId = line?.measureUnitId ?? "";
  const base = bases.get(unitId);
  const amount = line === undefined ? null : inBase(line.quantity, unitId, bases);
  if (line === undefined || amount === null || base === undefined || base.baseId === unitId) return null;
  return (
    <span data-testid="unit-in-base">
      {t("purchaseReturn.unit.inBase", {
        quantity: formats.decimal(settled("decimal", line.quantity)),
        unit: isolated(unitName(units, unitId)),
        amount: isolated(formats.decimal(amount)),
        base: isolated(unitName(units, base.baseId)),
      })}
    </span>
  );
}

/** What is known around the line one works on. Always as high, so nothing jumps. */
export function LineFacts() {
  const { draftId, storeId, disabled, formats } = useForm();
  const { t } = useTranslation();
  const takeBatch = useTakeBatch();
  const line = useFactsLine();
  const productId = line?.productId ?? "";
  const where = { productId, ...(storeId === "" ? {} : { storeId }) };
  const detail = useChannel("mirror.productDetail", where, { enabled: productId !== "" }).data;
  const totals = productId === "" ? [] : (detail?.totals ?? []);
  const undated = line !== undefined && line.productionAt === "" && line.expiryAt === "" && !disabled;
  const batch = undated && productId !== "" ? onlyBatch(detail?.stock ?? [], storeId) : null;
  return (
    <div className={`${classes.facts} note row fixed`} data-testid="line-facts">
      <InBase />
      <BoughtFacts line={line} />
      {totals.map((total) =>
        total.quantity === null ? null : (
          <span key={String(total.storeId)}>
            {t("purchaseReturn.unit.stock", {
              store: isolated(total.storeName ?? String(total.storeId ?? "")),
              amount: isolated(formats.decimal(total.quantity)),
              base: isolated(total.baseUnitName ?? ""),
            })}{" "}
            <TimeAgo at={total.answeredAt} />
          </span>
        ),
      )}
      <StockDiffers line={line} />
      {line === undefined || batch === null ? null : (
        <BatchOffer batch={batch} onTake={() => takeBatch(line.lineId, batch)} />
      )}
      <UnitChoice />
      <Above key={draftId} />
    </div>
  );
}
