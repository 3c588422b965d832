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
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {aside === undefined ? null : <div className={classes.aside}>{aside}</div>}
      </div>
      {children}
    </section>
  );
}
