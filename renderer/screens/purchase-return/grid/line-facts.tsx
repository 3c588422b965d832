import { Button } from "@mantine/core";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/react/shallow";
import { parseTypedDecimal } from "../../../../contract/typed-decimal.ts";
import { useChannel } from "../../../client/queries.ts";
import { useFormats } from "../../../client/use-formats.ts";
import { isolated } from "../../../i18n/format.ts";
import { Keys } from "../../../shortcuts/keys.tsx";
import { useShortcut } from "../../../shortcuts/use-shortcut.ts";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import { type Batch, datesOf, onlyBatch } from "../draft/batches.ts";
import type { DraftAction } from "../draft/draft-reducer.ts";
import { changeDraft, lineOf, useReturns } from "../draft/returns-store.ts";
import type { Purchased } from "../purchases/purchased.ts";
import { forgetUnitChange, holds } from "../units/unit-change.ts";
import { converted, inBase, type UnitBases } from "../units/unit-conversion.ts";
import { AboveLeft, AboveStock } from "./above-stock.tsx";
import { BoughtFacts, StockDiffers } from "./known-facts.tsx";
import classes from "./line-facts.module.css";

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
