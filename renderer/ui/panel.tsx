import { type ReactNode, useId } from "react";
import classes from "./panel.module.css";

interface PanelProps {
  title: ReactNode;
  /** A word or two at the end of the title's line. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A sheet of the ledger: a title, and what belongs under it. */
export function Panel({ title, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section className="min-w-0 pad-16 sheet" aria-labelledby={id}>
      <div className={`${classes.head} wrap between baseline gap-4-16`}>
        <h2 id={id} className="text strong">
          {title}
        </h2>
        {aside === undefined ? null : <div className="note">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
