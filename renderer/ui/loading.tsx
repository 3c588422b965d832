import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./loading.module.css";

/** Nothing is drawn for an answer that comes at once; only a wait is worth words. */
const SHOWN_AFTER_MS = 250;

/** Stands where something is being read. Keeps its place, so nothing jumps. */
export function Loading({ words }: { words?: string }) {
  const { t } = useTranslation();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setSlow(true), SHOWN_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <div className={classes.loading} role="status" aria-busy="true">
      {slow ? (words ?? t("common.loading")) : null}
    </div>
  );
}
