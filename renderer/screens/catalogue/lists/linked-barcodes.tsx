import { useTranslation } from "react-i18next";
import { useChannel, useSend } from "../../../client/queries.ts";
import { RecordName } from "../../../features/record-picker/record-name.tsx";
import { Button } from "../../../ui/button.tsx";
import { Code } from "../../../ui/code.tsx";
import classes from "../catalogue.module.css";

/** The barcodes that were linked to a product on this computer, each with a way to remove it; nothing where none was. */
export function LinkedBarcodes({ productId }: { productId: string }) {
  const { t } = useTranslation();
  const links = useChannel("linkedBarcodes.list", { productId }).data?.links ?? [];
  const remove = useSend("linkedBarcodes.remove");
  return links.map(({ barcode, measureUnitId, overruledBy }) => (
    <span key={barcode} className={`${classes.linked} inline gap-8`}>
      {t(overruledBy === null ? "catalogue.linked.here" : "catalogue.linked.overruled")}{" "}
      <Code>{barcode}</Code>
      {measureUnitId === null ? null : <RecordName kind="measureUnit" id={measureUnitId} />}
      <Button variant="subtle" onClick={() => remove.mutate({ barcode })}>
        {t("catalogue.linked.remove")}
      </Button>
    </span>
  ));
}
