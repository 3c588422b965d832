/** The scanner in every screen. Mounted once. */
import { notifications } from "@mantine/notifications";
import { useTranslation } from "react-i18next";
import { useScanSound } from "./use-scan-sound.ts";
import { useScanner } from "./use-scanner.ts";

/** Puts back what a scanner wrote, tells the screen of it, and says where a scan is used for nothing. */
export function Scanner() {
  const { t } = useTranslation();
  const sound = useScanSound();
  useScanner((why) => {
    notifications.hide("scan");
    notifications.show({ id: "scan", color: "orange", message: t(`components.scanner.${why}`) });
    sound("attention");
  });
  return null;
}
