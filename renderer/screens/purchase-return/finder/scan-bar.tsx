import { NativeSelect } from "@mantine/core";
import { IconBarcode } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { columnIndex } from "../../../../contract/return-line.ts";
import { parseTypedDecimal } from "../../../../contract/typed-decimal.ts";
import { useChannel, useSend } from "../../../client/queries.ts";
import { ErrorPanel, HelpLink } from "../../../features/help.tsx";
import { RecordPicker } from "../../../features/record-picker/record-picker.tsx";
import { shownCode, useScans } from "../../../features/scanning/receivers.ts";
import type { Formats } from "../../../i18n/format.ts";
import { Keys } from "../../../shortcuts/keys.tsx";
import { useShortcut } from "../../../shortcuts/use-shortcut.ts";
import { Button } from "../../../ui/button.tsx";
import { type Goods, lineOfGoods } from "../draft/draft-actions.ts";
import type { FoundGoods } from "../draft/stock.ts";
import { useForm } from "../form-context.ts";
import {
  activeDraft,
  activeLines,
  changeDraft,
  clearRefusal,
  foldPosted,
  forgetScanProblem,
  heldDraft,
  type ScanResult,
  showError,
  showScanResult,
  useReturns,
} from "../returns-store.ts";
import classes from "./finder.module.css";
import { ProductFinder } from "./product-finder.tsx";
import { lookingUp } from "./scan-decision.ts";
import { useGoods } from "./use-goods.ts";

interface LinkBarcodeProps {
  /** The code that no product has. */
  code: string;
  /** The code means a product from now on. */
  onLinked: () => void;
  onLeave: () => void;
}

/** Says which product a code is on, from now on and on this computer. */
export function LinkBarcode({ code, onLinked, onLeave }: LinkBarcodeProps) {
  const { t } = useTranslation();
  const [productId, setProductId] = useState<string | null>(null);
  const [unitId, setUnitId] = useState<string | null>(null);
  const asked = { productId: productId ?? "" };
  const detail = useChannel("mirror.productDetail", asked, { enabled: productId !== null }).data;
  const units = new Map(
    (detail?.product.units ?? []).flatMap(({ measureUnitId, measureUnitName }) =>
      measureUnitId === null
        ? []
        : [[String(measureUnitId), measureUnitName ?? `#${measureUnitId}`] as const],
    ),
  );
  const [first = null] = units.keys();
  const measureUnitId = unitId !== null && units.has(unitId) ? unitId : first;
  const add = useSend("linkedBarcodes.add", { onSuccess: onLinked });
  return (
    <form
      className={classes.form}
      aria-label={t("purchaseReturn.link.title", { code: shownCode(code) })}
      onSubmit={(event) => {
        event.preventDefault();
        if (productId !== null && !add.isPending) add.mutate({ code, productId, measureUnitId });
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        onLeave();
      }}
    >
      <p className={classes.explain}>{t("purchaseReturn.link.explain", { code: shownCode(code) })}</p>
      <RecordPicker
        kind="product"
        label={t("field.productId")}
        value={productId}
        onChange={setProductId}
        autoFocus
      />
      <NativeSelect
        label={t("purchaseReturn.link.unit")}
        value={measureUnitId ?? ""}
        disabled={units.size === 0}
        onChange={(event) => setUnitId(event.currentTarget.value)}
        data={[...units].map(([value, label]) => ({ value, label }))}
      />
      <div className="row gap-8">
        <Button type="submit" disabled={productId === null} busy={add.isPending}>
          {t("purchaseReturn.link.do")}
        </Button>
        <Button variant="default" onClick={onLeave}>
          {t("action.cancel")}
        </Button>
        <HelpLink page="scanning-and-keys" />
      </div>
      <ErrorPanel error={add.error} />
    </form>
  );
}

/** Kinds of results in which a scanned code is known to nobody. */
const isUnknown = ({ kind }: ScanResult): boolean =>
  !["added", "notFound", "unsettled", "lookedUp", "several"].includes(kind);

/** What the program says to a scan. */
function resultWords(t: TFunction, formats: Formats, result: ScanResult): string {
  if (result.kind !== "added")
    return t(`purchaseReturn.scan.${result.kind}`, { text: shownCode(result.text) });
  const { name, quantity, goods } = result;
  if (goods.quantity === "") return t("purchaseReturn.scan.asksQuantity", { name });
  // A quantity that is no number stays as typed.
  const read = parseTypedDecimal(quantity);
  const words = { name, quantity: read.kind === "decimal" ? formats.decimal(read.value) : quantity };
  return goods.expiryAt === undefined
    ? t("purchaseReturn.scan.added", words)
    : t("purchaseReturn.scan.addedExpires", { ...words, date: formats.date(goods.expiryAt) });
}

const QUANTITY = columnIndex("quantity");
const linesNow = () => activeLines(useReturns.getState());

/** What the field to scan into does with goods, and with a scan from elsewhere on the screen. */
function useScanned() {
  const { draftId, storeId, currencyId, disabled, sound, grid, scan } = useForm();
  const goodsOf = useGoods({ storeId, currencyId });
  const forPurchase = useReturns(({ panels }) => panels[draftId]?.kind === "purchase");
  const lastLine = useRef<string | null>(null);
  /** The last code was scanned while the keyboard was in a line. */
  const fromCell = useRef(false);
  useScans({
    onScan: (codes) => {
      if (useReturns.getState().postingDraftId !== null) return false;
      fromCell.current = document.activeElement?.closest('[role="grid"]') != null;
      scan.current?.scan(codes);
      return true;
    },
    hold: heldDraft,
    enabled: !disabled && !forPurchase,
  });
  /** Takes the goods into the return; answers how many of them its line has now, null where it can't take any more. */
  const addGoods = (goods: Goods): string | null => {
    const lineId = crypto.randomUUID();
    if (!changeDraft(draftId, { type: "scan", lineId, goods })) return null;
    clearRefusal();
    foldPosted();
    const now = activeDraft(useReturns.getState());
    const line = now?.lines.find((one) => one.lineId === lineId) ?? (now && lineOfGoods(now, goods));
    lastLine.current = line?.lineId ?? null;
    useReturns.setState({ lineId: lastLine.current });
    if (line !== undefined) grid.current?.showScanned(line.lineId);
    // From a cell the keyboard comes along: what is pressed next is meant for what was scanned last.
    if (fromCell.current) scan.current?.focus();
    fromCell.current = false;
    if (goods.quantity === "") grid.current?.focusCell(linesNow().length - 1, QUANTITY);
    return line?.quantity ?? "";
  };
  return {
    forPurchase,
    onFound: (found: FoundGoods) => {
      forgetScanProblem();
      const name = found.product?.name ?? found.productId;
      lookingUp(name, goodsOf(found)).then((goods) => {
        const quantity = addGoods(goods);
        if (quantity === null) return sound("attention");
        showScanResult({ kind: "added", name, quantity, goods });
        sound(goods.quantity === "" ? "attention" : "added");
      }, showError);
    },
    enterGrid: () => {
      const lines = linesNow();
      if (lines.length === 0) return;
      const touched = lines.findIndex(({ lineId }) => lineId === lastLine.current);
      grid.current?.focusCell(touched === -1 ? 0 : touched, QUANTITY);
    },
  };
}

/** Always ready: what is scanned or found here becomes a line, or one more of a line. `children`: at the row's end. */
export function ScanBar({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { disabled, formats, scan: field } = useForm();
  const result = useReturns((state) => state.scanResult);
  const { forPurchase, onFound, enterGrid } = useScanned();
  /** The unknown code that a person is about to link. */
  const [linking, setLinking] = useState<string | null>(null);
  /** Words were shown once: their place stays, so that the next scan moves nothing. */
  const hadWords = useRef(false);
  if (result !== null) hadWords.current = true;
  const unlinked = result?.kind === "noProduct" ? result.text : null;
  const toField = () => field.current?.focus();
  useShortcut({ combo: "F2", words: t("purchaseReturn.shortcut.scan"), run: toField });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside has the focus; this gets the keys it leaves over
    <div
      className="row gap-0-16"
      onKeyDown={(event) => {
        if (event.defaultPrevented || event.key !== "ArrowDown") return;
        event.preventDefault();
        enterGrid();
      }}
    >
      <div className={`${classes.scanning} row gap-0-16 relative`}>
        <div className={`${classes.field} faint line relative`}>
          <IconBarcode
            size="1.5rem"
            stroke={1.6}
            aria-hidden="true"
            className={`${classes.icon} unpressed absolute`}
          />
          <ProductFinder
            ref={field}
            shown=""
            scansHere={!forPurchase}
            starts
            label={t("purchaseReturn.scan.label")}
            testId="scan-input"
            className={`${classes.input} ink large w-full surface`}
            placeholder={t("purchaseReturn.scan.hint")}
            disabled={disabled}
            onOther={() => showScanResult(null)}
            onFound={onFound}
          />
          <span className={`${classes.key} unpressed absolute`}>
            <Keys combo="F2" />
          </span>
        </div>
        <output
          className={`${classes.words} large strong breaks min-w-0`}
          data-kind={result === null || result.kind === "added" ? "added" : "missing"}
          data-kept={hadWords.current}
        >
          {result === null ? null : resultWords(t, formats, result)}
        </output>
      </div>
      {result !== null && isUnknown(result) ? (
        <Button
          variant="default"
          data-testid="scan-search"
          onClick={() => {
            showScanResult(null);
            toField();
          }}
        >
          {t("purchaseReturn.scan.search")}
        </Button>
      ) : null}
      {unlinked === null ? null : linking === unlinked ? (
        <LinkBarcode
          code={unlinked}
          onLeave={() => {
            setLinking(null);
            toField();
          }}
          onLinked={() => {
            setLinking(null);
            showScanResult(null);
            toField();
            field.current?.scan([unlinked]);
          }}
        />
      ) : (
        <Button variant="default" data-testid="scan-link" onClick={() => setLinking(unlinked)}>
          {t("purchaseReturn.link.open")}
        </Button>
      )}
      {children}
    </div>
  );
}
