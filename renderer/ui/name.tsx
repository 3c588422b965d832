import classes from "./name.module.css";

/** A name that may be in either script: cut off at its own end, aligned like what stands around it. */
export function Name({ children }: { children: string | number }) {
  return (
    <span className={classes.name} dir="auto" title={String(children)}>
      {children}
    </span>
  );
}
