import {
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  IconXboxX,
  type TablerIcon,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
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

/** A sentence that stands out: told by its icon and words, the colour only helps. */
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
