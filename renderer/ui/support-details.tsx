import { useTranslation } from "react-i18next";
import classes from "./support-details.module.css";

/** What only support can read, as the engine, the system or the network said it: folded away, and never in a sentence. */
export function SupportDetails({ children }: { children: string }) {
  const { t } = useTranslation();
  return (
    <details className={`${classes.details} dim above-4`}>
      <summary>{t("errors.details")}</summary>
      <pre dir="ltr">{children}</pre>
    </details>
  );
}
