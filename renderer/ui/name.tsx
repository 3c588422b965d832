import { useTranslation } from "react-i18next";
import type { EntrySummary } from "../../contract/channels/posting.ts";
import { twoNames } from "../lib/text.ts";
import classes from "./name.module.css";

interface NameProps {
  children: string | number;
  /** Both languages of a name on one line, where there is room for no second. */
  oneLine?: boolean;
}

/**
 * A name of any script, cut off at its own end. Of a name in two languages the screen's own comes first, the other
 * muted beneath it, and is the first to be cut.
 */
export function Name({ children, oneLine = false }: NameProps) {
  const { i18n } = useTranslation();
  const whole = String(children);
  const { own, other } = twoNames(whole, i18n.language);
  if (other === null)
    return (
      <bdi className={classes.name} title={whole}>
        {whole}
      </bdi>
    );
  return (
    <span className={`${classes.two} tight block min-w-0`} data-one-line={oneLine} title={whole}>
      <bdi className={classes.name}>{own}</bdi>{" "}
      <bdi className={`${classes.other} note nowrap cut block min-w-0`}>{other}</bdi>
    </span>
  );
}

/** What an entry does, in words. */
export function KindName({ kind }: { kind: EntrySummary["kind"] }) {
  const { t } = useTranslation();
  return <>{t(`operations.kind.${kind}`)}</>;
}
