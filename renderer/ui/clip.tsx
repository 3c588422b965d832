import classes from "./clip.module.css";

/** A name of any script on one line: cut at its own end, where the language of the screen begins. */
export function Clip({ children }: { children: string }) {
  return (
    <bdi className={classes.clip} title={children}>
      {children}
    </bdi>
  );
}
