import type { TablerIcon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./empty-state.module.css";

interface EmptyStateProps {
  title: string;
  /** Why it is empty, and what would fill it. */
  children?: ReactNode;
  icon?: TablerIcon;
  action?: ReactNode;
}

/** Stands where there is nothing yet, and says what to do about it. */
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
