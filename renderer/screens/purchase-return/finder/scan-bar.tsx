import { NativeSelect } from "@mantine/core";
import { IconBarcode } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { parseTypedDecimal } from "../../../../contract/typed-decimal.ts";
import { useChannel, useSend } from "../../../client/queries.ts";
import { useFormats } from "../../../client/use-formats.ts";
import { ErrorPanel } from "../../../features/help/error-panel.tsx";
import { HelpLink } from "../../../features/help/help-link.tsx";
import { RecordPicker } from "../../../features/record-picker/record-picker.tsx";
import { type ScanAnswer, shownCode } from "../../../features/scanning/ask-scan.ts";
import { useScanSound } from "../../../features/scanning/use-scan-sound.ts";
import type { Formats } from "../../../i18n/format.ts";
import { Keys } from "../../../shortcuts/keys.tsx";
import { useShortcut } from "../../../shortcuts/use-shortcut.ts";
import { Button } from "../../../ui/button.tsx";
import type { Goods } from "../draft/draft-actions.ts";
import classes from "./finder.module.css";
import { type FinderHandle, ProductFinder } from "./product-finder.tsx";
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
        label={t("purchaseReturn.link.product")}
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
          {t("purchaseReturn.link.leave")}
        </Button>
        <HelpLink page="scanning-and-keys" />
      </div>
      {add.error === null ? null : <ErrorPanel error={add.error} />}
    </form>
  );
}

/**
 * What was typed and nobody has, or was scanned and names no product or several; what was typed and not yet chosen. Gone
 * once something else is typed.
 */
export interface FindProblem {
  kind: "notFound" | "unsettled" | "lookedUp" | "several" | NonNullable<ScanAnswer["why"]>;
  text: string;
}

/** What a scan that fills no line is told as. */
export const problemOfScan = ({ found, why, barcode }: ScanAnswer): FindProblem => ({
  kind: found === "several" ? "several" : (why ?? "noProduct"),
  text: barcode,
});

const isUnknown = ({ kind }: FindProblem): boolean =>
  !["notFound", "unsettled", "lookedUp", "several"].includes(kind);

interface ScanBarProps {
  storeId: string;
  currencyId: string;
  disabled: boolean;
  /** False: what is scanned into its field is meant for a panel over the lines. */
  scansHere: boolean;
  input: RefObject<FinderHandle | null>;
  problem: FindProblem | null;
  onNotFound: (text: string | null) => void;
  onNotOne: (scan: ScanAnswer) => void;
  onUnsettled: (text: string) => void;
  /** Takes the goods into the return; answers how many of them its line has now, null where it can't take any more. */
  onGoods: (goods: Goods) => string | null;
  onError: (error: unknown) => void;
  /** Arrow down leads into the lines. */
  onDown: () => void;
  /** What stands at the row's end. */
  children: ReactNode;
}

/** A quantity as the person's language writes it; what is typed and no number stays as typed. */
function shownQuantity(typed: string, formats: Formats): string {
  const read = parseTypedDecimal(typed);
  return read.kind === "decimal" ? formats.decimal(read.value) : typed;
}

interface Added {
  name: string;
  /** How many of them its line has now, as typed. */
  quantity: string;
  goods: Goods;
}

function addedWords(t: TFunction, formats: Formats, { name, quantity, goods }: Added): string {
  if (goods.quantity === "") return t("purchaseReturn.scan.asksQuantity", { name });
  const words = { name, quantity: shownQuantity(quantity, formats) };
  return goods.expiryAt === undefined
    ? t("purchaseReturn.scan.added", words)
    : t("purchaseReturn.scan.addedExpires", { ...words, date: formats.date(goods.expiryAt) });
}

/** Always ready: what is scanned or found here becomes a line, or one more of a line. */
export function ScanBar(props: ScanBarProps) {
  const { storeId, currencyId, disabled, scansHere, input, problem } = props;
  const { onNotFound, onNotOne, onUnsettled, onGoods, onError, onDown } = props;
  const { t } = useTranslation();
  const goodsOf = useGoods({ storeId, currencyId });
  const formats = useFormats();
  const [added, setAdded] = useState<Added | null>(null);
  /** The unknown code that a person is about to link. */
  const [linking, setLinking] = useState<string | null>(null);
  /** Words were told once: their place stays, so that the next scan moves nothing. */
  const wasTold = useRef(false);
  if (added !== null || problem !== null) wasTold.current = true;
  const sound = useScanSound();
  useShortcut({
    combo: "F2",
    words: t("purchaseReturn.shortcut.scan"),
    run: () => input.current?.focus(),
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside has the focus; this hears what it leaves over
    <div
      className="row gap-0-16"
      onKeyDown={(event) => {
        if (event.defaultPrevented || event.key !== "ArrowDown") return;
        event.preventDefault();
        onDown();
      }}
    >
      <div className={`${classes.told} row gap-0-16 relative`}>
        <div className={`${classes.field} faint line relative`}>
          <IconBarcode
            size="1.5rem"
            stroke={1.6}
            aria-hidden="true"
            className={`${classes.icon} unpressed absolute`}
          />
          <ProductFinder
            ref={input}
            shown=""
            scansHere={scansHere}
            label={t("purchaseReturn.scan.label")}
            testId="scan-input"
            className={`${classes.input} ink large w-full surface`}
            placeholder={t("purchaseReturn.scan.hint")}
            disabled={disabled}
            onNotFound={(text) => {
              if (text === null) setAdded(null);
              onNotFound(text);
            }}
            onNotOne={(scan) => {
              setAdded(null);
              onNotOne(scan);
            }}
            onError={onError}
            onUnsettled={onUnsettled}
            onFound={(found) => {
              onNotFound(null);
              lookingUp(found.product?.name ?? found.productId, goodsOf(found)).then((goods) => {
                const quantity = onGoods(goods);
                if (quantity === null) return sound("attention");
                setAdded({ name: found.product?.name ?? found.productId, quantity, goods });
                sound(goods.quantity === "" ? "attention" : "added");
              }, onError);
            }}
          />
          <span className={`${classes.key} unpressed absolute`}>
            <Keys combo="F2" />
          </span>
        </div>
        <output
          className={`${classes.words} large strong breaks min-w-0`}
          data-kind={problem === null ? "added" : "missing"}
          data-kept={wasTold.current}
        >
          {problem !== null
            ? t(`purchaseReturn.scan.${problem.kind}`, { text: shownCode(problem.text) })
            : added === null
              ? null
              : addedWords(t, formats, added)}
        </output>
      </div>
      {problem !== null && isUnknown(problem) ? (
        <Button
          variant="default"
          data-testid="scan-search"
          onClick={() => {
            onNotFound(null);
            input.current?.focus();
          }}
        >
          {t("purchaseReturn.scan.search")}
        </Button>
      ) : null}
      {problem?.kind === "noProduct" && linking !== problem.text ? (
        <Button variant="default" data-testid="scan-link" onClick={() => setLinking(problem.text)}>
          {t("purchaseReturn.link.open")}
        </Button>
      ) : null}
      {problem?.kind === "noProduct" && linking === problem.text ? (
        <LinkBarcode
          code={problem.text}
          onLeave={() => {
            setLinking(null);
            input.current?.focus();
          }}
          onLinked={() => {
            setLinking(null);
            onNotFound(null);
            input.current?.focus();
            input.current?.scan([problem.text]);
          }}
        />
      ) : null}
      {props.children}
    </div>
  );
}
