import {
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  IconLock,
  IconXboxX,
  type TablerIcon,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./notice.module.css";

export type NoticeKind = "info" | "good" | "warn" | "bad";

/** The icon of each kind, for notices of another shape. */
export const NOTICE_ICONS: Record<NoticeKind, TablerIcon> = {
  info: IconInfoCircle,
  good: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconXboxX,
};

interface NoticeProps {
  kind: NoticeKind;
  title?: string;
  children?: ReactNode;
  /** A button or a link at the end. */
  action?: ReactNode;
}

/** A sentence set apart: known by its icon and words, the colour only helps. */
export function Notice({ kind, title, children, action }: NoticeProps) {
  const Icon = NOTICE_ICONS[kind];
  return (
    <div className={`${classes.notice} wrap gap-12 relative rounded`} data-kind={kind}>
      <Icon size="1.25rem" stroke={1.7} aria-hidden="true" className={`${classes.icon} absolute`} />
      <div className={`${classes.words} breaks min-w-0`}>
        {title === undefined ? null : <p className="strong">{title}</p>}
        {children === undefined ? null : <div>{children}</div>}
      </div>
      {action === undefined ? null : <div className="push">{action}</div>}
    </div>
  );
}

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

/** Says below something that it can't be changed here, and whose decision that is. */
export function OwnerFixed({ id, words }: { id?: string; words?: string }) {
  const { t } = useTranslation();
  return (
    <p id={id} className="note breaks line gap-6">
      <IconLock size="0.9375rem" stroke={1.7} aria-hidden="true" />
      {words ?? t("byPolicy.fixed")}
    </p>
  );
}
