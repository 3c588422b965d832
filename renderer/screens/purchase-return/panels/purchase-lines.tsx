import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useChannel } from "../../../client/queries.ts";
import { useSettings } from "../../../client/settings.ts";
import { useNarrow } from "../../../client/use-narrow.ts";
import { amountWidth, fractionRoom, useCurrencyDigits } from "../../../features/amount.tsx";
import { RecordName, useRecordName } from "../../../features/record-picker/records.tsx";
import { isolated } from "../../../i18n/format.ts";
import { Keys } from "../../../shortcuts/keys.tsx";
import { useShortcut } from "../../../shortcuts/use-shortcut.ts";
import { type Column, screenRemFor, tableColumns } from "../../../ui/data-table.tsx";
import { Name } from "../../../ui/name.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import { referenceOf } from "../draft/draft-actions.ts";
import {
  type BoughtLine,
  keyOfLine,
  lineOfPurchase,
  type Purchase,
  type PurchaseId,
} from "../draft/purchased.ts";
import { shortened, unitName } from "../draft/units.ts";
import { purchaseQuery, useReprice } from "../finder/use-goods.ts";
import { useForm } from "../form-context.ts";
import { Figure } from "../grid/line-cells.tsx";
import {
  activeDraft,
  activeLines,
  changeDraft,
  clearRefusal,
  foldPosted,
  useFrame,
  useReturns,
} from "../returns-store.ts";
import { LinesPanel, PanelTable } from "./panel.tsx";
import classes from "./panels.module.css";

/** Where purchases are from another supplier, or in another currency, than the return: a warning, never a refusal. */
export function HeadDiffers({ purchases }: { purchases: readonly Purchase[] }) {
  const { t } = useTranslation();
  const { supplierAccountId, currencyId } = useFrame();
  const supplier = useRecordName("supplier", supplierAccountId || null);
  const warnings = purchases.flatMap(({ documentNo, ...bought }) => [
    ...(supplierAccountId === "" || String(bought.supplierAccountId) === supplierAccountId
      ? []
      : [
          t("purchaseReturn.purchase.otherSupplier", {
            purchase: isolated(documentNo),
            supplier: isolated(bought.supplierName ?? String(bought.supplierAccountId)),
            own: isolated(supplier ?? supplierAccountId),
          }),
        ]),
    ...(currencyId === "" || bought.currencyId === currencyId
      ? []
      : [
          t("purchaseReturn.purchase.otherCurrency", {
            purchase: isolated(documentNo),
            currency: isolated(bought.currencyId),
            own: isolated(currencyId),
          }),
        ]),
  ]);
  if (warnings.length === 0) return null;
  return (
    <div role="status" data-testid="head-differs">
      <Notice kind="warn">
        {warnings.map((words) => (
          <div key={words}>{words}</div>
        ))}
      </Notice>
    </div>
  );
}

/** As wide as their headers need, so that all of a line is in sight. */
const AMOUNTS = [
  ["bought", "4.5rem"],
  ["returned", "5.25rem"],
  ["waiting", "4.5rem"],
  ["left", "4rem"],
] as const;

/**
 * What is shown of each line of a purchase, and whether it is a line of the return already. Amounts are in the purchase's
 * own unit. Where there is no room, both dates share a column, and the batch is below the product.
 */
function useBoughtColumns(
  rows: readonly BoughtLine[],
  currencyId: string | null,
  isTaken: (line: BoughtLine) => boolean,
): Column<BoughtLine>[] {
  const { t } = useTranslation();
  const { formats, units } = useForm();
  const digits = useCurrencyDigits(currencyId);
  const unknown = <span className="faint">—</span>;
  const amount = (value: string | null, why: BoughtLine["problem"]) => {
    // What was rounded is cut off where the column ends, and only that is marked.
    const short = value === null || why !== "inexact" ? { value, exact: true } : shortened(value);
    const words = why === null ? "" : t(`purchaseReturn.purchase.${why}`);
    return short.value === null ? (
      unknown
    ) : (
      <Figure value={short.value} warning={null} inexact={short.exact ? null : words} title={words} />
    );
  };
  const date = (value: string | null) =>
    value === null ? unknown : <bdi className="small">{formats.date(value)}</bdi>;
  const product = (line: BoughtLine, oneLine: boolean) => (
    <span className={classes.result}>
      {isTaken(line) ? (
        <IconCheck size="1.125rem" stroke={2} role="img" aria-label={t("purchaseReturn.purchase.isTaken")} />
      ) : null}
      <RecordName kind="product" id={line.productId} oneLine={oneLine} />
    </span>
  );
  const productAndBatch = (line: BoughtLine) => (
    <span className="two-lines">
      {product(line, true)}
      {line.batch === null ? null : (
        <span className="note">{t("purchaseReturn.scan.batch", { batch: line.batch })}</span>
      )}
    </span>
  );
  const bothDates = ({ productionAt, expiryAt }: BoughtLine) => (
    <span className="two-lines">
      {date(expiryAt)}
      {productionAt === null ? null : (
        <span className="note">{t("print.line.produced", { date: formats.date(productionAt) })}</span>
      )}
    </span>
  );
  // Room for three decimals and the mark.
  const hasRounded = rows.some(({ problem }) => problem === "inexact");
  const prices = rows.map(({ price }) => price);
  const hasFree = rows.some(({ free }) => free.bought !== "0");
  const columns: Column<BoughtLine>[] = tableColumns(t, [
    ["productId", "minmax(10rem, 3fr)", (line) => product(line, false)],
    [
      "measureUnitId",
      "minmax(5.5rem, 1fr)",
      ({ measureUnitId }) => (
        // Whole, on two lines if need be: a box of 12 is not a box of 24.
        <bdi className={`${classes.wraps} lines-2 wraps clip`}>{unitName(units, String(measureUnitId))}</bdi>
      ),
    ],
    ...AMOUNTS.map(
      ([field, track]): Column<BoughtLine> => ({
        id: field,
        header: t(`purchaseReturn.purchase.${field}`),
        track: hasRounded && field !== "bought" ? "6rem" : track,
        align: "end",
        cell: (line) => amount(line[field], field === "bought" ? null : line.problem),
      }),
    ),
    ...(hasFree
      ? [
          {
            id: "free",
            header: t("purchaseReturn.purchase.freeLeft"),
            track: "5.5rem",
            align: "end" as const,
            cell: (line: BoughtLine) => amount(line.free.left, line.problem),
          },
        ]
      : []),
    [
      "price",
      `${amountWidth(prices, { fraction: fractionRoom(prices), least: 6, currency: false })}rem`,
      ({ price }) => (price === null ? unknown : <bdi>{formats.decimal(price, digits)}</bdi>),
      "end",
    ],
    ["productionAt", "6.9rem", ({ productionAt }) => date(productionAt)],
    ["expiryAt", "6.9rem", ({ expiryAt }) => date(expiryAt)],
    {
      id: "batch",
      header: t("purchaseReturn.purchase.batch"),
      track: "minmax(5.5rem, 1fr)",
      cell: ({ batch }) => (batch === null ? unknown : <Name>{batch}</Name>),
    },
  ]);
  const isNarrow = useNarrow(screenRemFor(columns));
  if (!isNarrow) return columns;
  const narrow: Record<string, Partial<Column<BoughtLine>>> = {
    productId: { cell: productAndBatch },
    expiryAt: { track: "10.25rem", cell: bothDates },
  };
  return columns
    .filter(({ id }) => id !== "productionAt" && id !== "batch")
    .map((column) => ({ ...column, ...narrow[column.id] }));
}

interface PurchaseLinesProps {
  id: PurchaseId;
  /** The product that the purchase was found by: its line is marked first. */
  productId: string | null;
  /** All lines were taken; the first of them. */
  onBought: (lineId: string) => void;
  /** One line was taken, and the lines are still shown. */
  onTaken: (lineId: string) => void;
  onBack: () => void;
}

const rowOf = ({ row }: Purchase["lines"][number]): string => String(row);

/** The lines of a purchase, with what is left of each: taken into the return one by one, or all at once. */
export function PurchaseLines({ id, productId, onBought, onTaken, onBack }: PurchaseLinesProps) {
  const { t } = useTranslation();
  const { formats, draftId, storeId, currencyId } = useForm();
  const { corrects } = useFrame();
  const reprice = useReprice();
  const { purchaseReferenceType } = useSettings();
  const rules = useChannel("scanRules.get", {});
  const answer = useQuery(purchaseQuery(id, corrects));
  const error = answer.error ?? rules.error;
  // Without the owner's rule for batches nothing can be added.
  const purchase = rules.data === undefined ? undefined : answer.data;
  const batchInDescription = rules.data?.batchInDescription === true;
  const lines = useReturns(activeLines);
  const taken = new Set(
    lines.flatMap(({ purchaseLine }) => (purchaseLine === undefined ? [] : [keyOfLine(purchaseLine)])),
  );
  const rows = purchase?.lines ?? [];
  const isTaken = (row: Purchase["lines"][number]) => taken.has(keyOfLine({ ...id, row: rowOf(row) }));
  const others = rows.filter((row) => !isTaken(row));
  const [active, setActive] = useState<string | null>(null);
  const marked =
    active ??
    rows.find((row) => String(row.productId) === productId)?.row.toString() ??
    rows[0]?.row.toString();
  const columns = useBoughtColumns(rows, purchase?.currencyId ?? null, isTaken);
  const add = (wanted: Purchase["lines"]): string | undefined => {
    if (purchase === undefined || wanted.length === 0) return;
    const added = wanted.map((line) =>
      lineOfPurchase(crypto.randomUUID(), { purchase, line }, (batch) =>
        batchInDescription ? t("purchaseReturn.scan.batch", { batch }) : "",
      ),
    );
    changeDraft(draftId, {
      type: "appendPurchase",
      lines: added,
      supplierAccountId: id.supplierAccountId,
      currencyId: purchase.currencyId,
      reference: purchaseReferenceType === null ? null : referenceOf(id, purchaseReferenceType),
    });
    clearRefusal();
    foldPosted();
    const now = activeDraft(useReturns.getState())?.currencyId ?? currencyId;
    if (now !== currencyId) reprice({ storeId, currencyId: now });
    return added[0]?.lineId;
  };
  const addOne = (row: Purchase["lines"][number]) => {
    const added = isTaken(row) ? undefined : add([row]);
    if (added !== undefined) onTaken(added);
    const next = rows[rows.indexOf(row) + 1];
    if (next !== undefined) setActive(rowOf(next));
  };
  // Large text: what is above would leave the lines out of sight.
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.scrollIntoView({ block: "start" }), []);
  const addAll = () => {
    const first = add(others);
    if (first !== undefined) onBought(first);
  };
  useShortcut({
    combo: "Alt+Enter",
    words: t("purchaseReturn.purchase.takeAll"),
    enabled: others.length > 0,
    run: addAll,
  });
  return (
    <LinesPanel
      ref={panel}
      label={t("purchaseReturn.purchase.lines")}
      testId="purchase-lines"
      onEscape={onBack}
      words={t("purchaseReturn.purchase.linesWords")}
      notPosted={t("purchaseReturn.purchase.notPosted")}
      buttons={
        <>
          <Button variant="default" data-testid="purchase-back" onClick={onBack}>
            {t("action.backToList")}
          </Button>
          <Button
            data-testid="purchase-take-all"
            disabled={others.length === 0}
            rightSection={<Keys combo="Alt+Enter" />}
            onClick={addAll}
          >
            {t("purchaseReturn.paste.take", { count: others.length })}
          </Button>
        </>
      }
    >
      {purchase === undefined ? null : (
        <p className="dim" data-testid="purchase-head">
          <bdi>{purchase.documentNo}</bdi> · <bdi>{formats.date(purchase.date)}</bdi> ·{" "}
          <bdi>{purchase.supplierName ?? id.supplierAccountId}</bdi> · <bdi>{purchase.currencyId}</bdi> ·{" "}
          {t("purchaseReturn.purchase.fromFile")} <TimeAgo at={purchase.importedAt} />
        </p>
      )}
      {purchase === undefined ? null : <HeadDiffers purchases={[purchase]} />}
      <PanelTable
        autoFocus
        label={t("purchaseReturn.purchase.lines")}
        columns={columns}
        rows={purchase?.lines}
        error={error}
        onRetry={() => void Promise.all([answer.refetch(), rules.refetch()])}
        keyOf={rowOf}
        activeKey={marked ?? null}
        onActive={setActive}
        onOpen={addOne}
        testId="bought"
      />
    </LinesPanel>
  );
}
