import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChannel, useSend } from "../../../client/queries.ts";
import { ErrorPanel } from "../../../features/help/error-panel.tsx";
import { HelpLink } from "../../../features/help/help-link.tsx";
import { RecordPicker } from "../../../features/record-picker/record-picker.tsx";
import { shownCode } from "../../../features/scanning/ask-scan.ts";
import { Button } from "../../../ui/button.tsx";
import classes from "./link-barcode.module.css";

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
