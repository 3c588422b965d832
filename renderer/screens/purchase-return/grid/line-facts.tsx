import { IconAlertTriangle } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { memo, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/react/shallow";
import { parseTypedDecimal } from "../../../../contract/typed-decimal.ts";
import { invoke } from "../../../client/api.ts";
import { channelKey, useChannel } from "../../../client/queries.ts";
import { useFormats } from "../../../client/use-formats.ts";
import { isolated } from "../../../i18n/format.ts";
import { Keys } from "../../../shortcuts/keys.tsx";
import { useShortcut } from "../../../shortcuts/use-shortcut.ts";
import { Button } from "../../../ui/button.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import type { ReturnLine } from "../draft/draft.ts";
import type { DraftAction } from "../draft/draft-actions.ts";
import { boughtFor, linesAboveLeft, type Purchased } from "../draft/purchased.ts";
import { type Batch, datesOf, linesAboveStock, onlyBatch, type StockRow } from "../draft/stock.ts";
import { converted, inBase, type UnitBases } from "../draft/units.ts";
import { useStock } from "../finder/use-goods.ts";
import { activeLines, changeDraft, forgetUnitChange, holds, lineOf, useReturns } from "../returns-store.ts";
import classes from "./line-grid.module.css";

interface UnitNames {
  units: readonly { id: string; name: string }[];
}

/** What is known of the purchase that the line gives back: in the purchase's unit, with the age of the file. */
function BoughtFacts({
  line,
  purchased,
  units,
}: UnitNames & { line: Pick<ReturnLine, "purchaseLine"> | undefined; purchased: Purchased }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const bought = boughtFor(line, purchased);
  if (bought === undefined) return null;
  const shown = (value: string | null) => (value === null ? "—" : formats.decimal(value));
  const unitId = String(bought.line.measureUnitId);
  return (
    <span data-testid="bought-facts">
      {t("purchaseReturn.purchase.facts", {
        purchase: isolated(bought.purchase.documentNo),
        bought: shown(bought.line.bought),
        returned: shown(bought.line.returned),
        waiting: shown(bought.line.waiting),
        left: shown(bought.line.left),
        unit: isolated(units.find(({ id }) => id === unitId)?.name ?? unitId),
      })}{" "}
      <TimeAgo at={bought.purchase.importedAt} />
    </span>
  );
}

/** Batches of which this many are told. */
const TOLD = 2;

const isOfLine = (row: StockRow, line: Pick<ReturnLine, "expiryAt">, storeId: string): boolean =>
  (storeId === "" || row.storeId === null || String(row.storeId) === storeId) &&
  (line.expiryAt === "" || row.expiryAt === null || row.expiryAt.startsWith(line.expiryAt));

/** Where a file and the central system say different things of the stock: both, each with its age. */
function StockDiffers({
  line,
  storeId,
  units,
}: UnitNames & { line: Pick<ReturnLine, "productId" | "expiryAt"> | undefined; storeId: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const rows = useStock(line?.productId ?? "");
  if (line === undefined) return null;
  const told = rows.flatMap((row) =>
    row.other !== null && isOfLine(row, line, storeId) ? [{ row, other: row.other }] : [],
  );
  return told.slice(0, TOLD).map(({ row, other }) => {
    const unitId = String(row.measureUnitId ?? "");
    const unit = isolated(units.find(({ id }) => id === unitId)?.name ?? unitId);
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
const AboveLeft = memo(function AboveLeft({
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
const AboveStock = memo(function AboveStock({ storeId, bases, onShow }: AboveStockProps) {
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

interface LineFactsProps {
  draftId: string;
  storeId: string;
  bases: UnitBases;
  units: readonly { id: string; name: string }[];
  purchased: Purchased;
  disabled: boolean;
  /** Brings a line to the front, by its place. */
  onShow: (row: number) => void;
  /** Says aloud what happened. */
  onSay: (words: string) => void;
}

/** After the unit of a line became another: its numbers can be converted, and a price that stayed is to be looked at. */
function UnitChoice({ draftId, bases, units }: Pick<LineFactsProps, "draftId" | "bases" | "units">) {
  const { t } = useTranslation();
  const formats = useFormats();
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
  const nameOf = (id: string) => isolated(units.find((unit) => unit.id === id)?.name ?? id);
  const { quantity, freeQuantity, receivedQuantity, price } = now;
  const toldOf = [
    kept
      ? t("purchaseReturn.unit.priceKept", {
          price: isolated(shown(now.price)),
          unit: nameOf(now.priceUnitId ?? ""),
        })
      : null,
    result === null || result.exact ? null : t("purchaseReturn.unit.rounded"),
  ].filter((words) => words !== null);
  return (
    <div className={`${classes.choice} ink row`} role="status" data-testid="unit-choice">
      {toldOf.length === 0 ? null : <span>{toldOf.join(" ")}</span>}
      <Button
        variant="default"
        data-testid="unit-keep"
        onClick={() =>
          act({
            type: "convert",
            lineId: now.lineId,
            fields: { quantity, freeQuantity, receivedQuantity, price },
          })
        }
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
  const formats = useFormats();
  const date = (at: string | null) => (at === null ? "—" : formats.date(at));
  useShortcut({ combo: "Alt+B", words: t("purchaseReturn.shortcut.batch"), run: onTake });
  return (
    <Button
      variant="default"
      data-testid="batch-offer"
      rightSection={<Keys combo="Alt+B" />}
      onClick={onTake}
    >
      {t("purchaseReturn.batch.offer", {
        production: isolated(date(batch.productionAt)),
        expiry: isolated(date(batch.expiryAt)),
      })}
    </Button>
  );
}

/** What a line's quantity is in the base of its unit; the one fact that a key in the quantity changes. */
function InBase({ bases, units }: Pick<LineFactsProps, "bases" | "units">) {
  const { t } = useTranslation();
  const formats = useFormats();
  const line = useReturns((state) => lineOf(state, state.lineId));
  const unitId = line?.measureUnitId ?? "";
  const base = bases.get(unitId);
  const amount = line === undefined ? null : inBase(line.quantity, unitId, bases);
  if (line === undefined || amount === null || base === undefined || base.baseId === unitId) return null;
  const read = parseTypedDecimal(line.quantity);
  const name = (id: string) => isolated(units.find((unit) => unit.id === id)?.name ?? id);
  return (
    <span data-testid="unit-in-base">
      {t("purchaseReturn.unit.inBase", {
        quantity: formats.decimal(read.kind === "decimal" ? read.value : "0"),
        unit: name(unitId),
        amount: isolated(formats.decimal(amount)),
        base: name(base.baseId),
      })}
    </span>
  );
}

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

/** What is known around the line one works on. Always as high, so nothing jumps. */
export const LineFacts = memo(function LineFacts(props: LineFactsProps) {
  const { draftId, storeId, bases, units, purchased, disabled, onShow, onSay } = props;
  const { t } = useTranslation();
  const line = useFactsLine();
  const formats = useFormats();
  const productId = line?.productId ?? "";
  const where = { productId, ...(storeId === "" ? {} : { storeId }) };
  const detail = useChannel("mirror.productDetail", where, { enabled: productId !== "" }).data;
  const totals = productId === "" ? [] : (detail?.totals ?? []);
  const undated = line !== undefined && line.productionAt === "" && line.expiryAt === "" && !disabled;
  const batch = undated && productId !== "" ? onlyBatch(detail?.stock ?? [], storeId) : null;
  const takeBatch = () => {
    if (line === undefined || batch === null) return;
    changeDraft(draftId, { type: "batch", lineId: line.lineId, dates: datesOf(batch) });
    const date = (at: string | null) => (at === null ? "—" : formats.date(at));
    onSay(
      t("purchaseReturn.batch.taken", {
        production: date(batch.productionAt),
        expiry: date(batch.expiryAt),
      }),
    );
  };
  return (
    <div className={`${classes.facts} note row fixed`} data-testid="line-facts">
      <InBase bases={bases} units={units} />
      <BoughtFacts line={line} purchased={purchased} units={units} />
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
      <StockDiffers line={line} storeId={storeId} units={units} />
      {batch === null ? null : <BatchOffer batch={batch} onTake={takeBatch} />}
      <UnitChoice draftId={draftId} bases={bases} units={units} />
      <AboveLeft key={`left ${draftId}`} purchased={purchased} bases={bases} onShow={onShow} />
      <AboveStock key={draftId} storeId={storeId} bases={bases} onShow={onShow} />
    </div>
  );
});
