import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./loading.module.css";

/** Nothing is drawn for an answer that comes at once; only a wait is worth words. */
const SHOWN_AFTER_MS = 250;

/** How much of its row each bar takes: the frame of a list whose rows are on their way. */
const ROWS = [62, 48, 70, 55, 40] as const;

/** Stands where something is being read, as rows that hold its place, so nothing jumps. */
export function Loading({ words }: { words?: string }) {
  const { t } = useTranslation();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setSlow(true), SHOWN_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <div className={`${classes.loading} grid from-top sheet`} role="status" aria-busy="true">
      {slow ? (
        <>
          <span className="note">{words ?? t("state.loading")}</span>
          {ROWS.map((share) => (
            <span key={share} className={`${classes.row} line line-below`} aria-hidden="true">
              <span className={`${classes.bar} rounded`} style={{ inlineSize: `${share}%` }} />
            </span>
          ))}
        </>
      ) : null}
    </div>
  );
}
