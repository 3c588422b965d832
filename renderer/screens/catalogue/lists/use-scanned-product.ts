import { useTranslation } from "react-i18next";
import { reportError } from "../../../client/report-error.ts";
import { askScan } from "../../../features/scanning/ask-scan.ts";
import { useScans } from "../../../features/scanning/receivers.ts";
import { tellScan } from "../../../features/scanning/tell-scan.ts";
import { useScanSound } from "../../../features/scanning/use-scan-sound.ts";
import { useCatalogue } from "../catalogue-state.ts";

/** Shows the product that is scanned; of a code that names none, what was shown stays. */
export function useScannedProduct(enabled: boolean): void {
  const { t } = useTranslation();
  const sound = useScanSound();
  const show = async (codes: readonly string[]) => {
    const { product, choices } = await askScan(codes);
    const found = product ?? choices?.[0]?.product;
    // As the reference data spells it: it is what is searched there.
    if (found !== undefined) return useCatalogue.setState({ text: found.barcode, shown: "all" });
    tellScan(t("components.scanner.noProduct"));
    sound("attention");
  };
  useScans({
    onScan: (codes) => {
      show(codes).catch((error: unknown) => reportError("rejection", error));
      return true;
    },
    enabled,
  });
}
