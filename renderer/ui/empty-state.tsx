import { IconPlugConnected, type TablerIcon } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { Button } from "./button.tsx";
import classes from "./empty-state.module.css";

interface EmptyStateProps {
  title: string;
  /** Why it is empty, and what would fill it. */
  children?: ReactNode;
  icon?: TablerIcon;
  action?: ReactNode;
}

/** Shown where there is nothing yet, and says what to do about it. */
export function EmptyState({ title, children, icon: Icon, action }: EmptyStateProps) {
  return (
    <div className={`${classes.empty} text-center grid from-top gap-8`}>
      {Icon === undefined ? null : <Icon size="2rem" stroke={1.3} aria-hidden="true" className="faint" />}
      <p className="strong">{title}</p>
      {children === undefined ? null : <div className="words-36 dim">{children}</div>}
      {action}
    </div>
  );
}

/** Shown where a screen needs a connection and none is set: what is missing, what comes of it, and the way to it. */
export function NotConnected() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  return (
    <EmptyState
      title={t("errors.code.not_connected.what")}
      icon={IconPlugConnected}
      action={<Button onClick={() => navigate("/connect")}>{t("action.connect")}</Button>}
    >
      {t("components.notConnected.text")}
    </EmptyState>
  );
}

/** Nothing is drawn for an answer that comes at once; only a wait is worth words. */
const SHOWN_AFTER_MS = 250;

/** How much of its row each bar takes: the frame of a list whose rows are on their way. */
const ROWS = [62, 48, 70, 55, 40] as const;

/** Shown where something is being read, as rows that hold its place, so nothing jumps. */
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
