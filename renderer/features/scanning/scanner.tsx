/** The scanner in every screen. Mounted once. */
import { useTranslation } from "react-i18next";
import { tellScan } from "./tell-scan.ts";
import { useScanSound } from "./use-scan-sound.ts";
import { useScanner } from "./use-scanner.ts";

/** Puts back what a scanner wrote, tells the screen of it, and says where a scan is used for nothing. */
export function Scanner() {
  const { t } = useTranslation();
  const sound = useScanSound();
  useScanner((why) => {
    tellScan(t(`components.scanner.${why}`));
    sound("attention");
  });
  return null;
}
