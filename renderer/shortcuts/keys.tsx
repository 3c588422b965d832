import { comboKeys } from "./combo.ts";
import classes from "./keys.module.css";

/** The keys of a combination, as small caps of a keyboard. Drawn beside words, so screen readers skip it. */
export function Keys({ combo }: { combo: string }) {
  return (
    <span className={`${classes.keys} gap-2 fixed`} aria-hidden="true">
      {comboKeys(combo).map((key) => (
        <kbd key={key} className={`${classes.key} small text-center`}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
