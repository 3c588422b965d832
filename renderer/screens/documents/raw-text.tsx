import { useTranslation } from "react-i18next";
import { EmptyState } from "../../components/empty-state.tsx";
import classes from "./documents.module.css";

interface RawTextProps {
  text: string | null;
  none: string;
  label: string;
}

/** Text exactly as it went out or came in. */
export function RawText({ text, none, label }: RawTextProps) {
  const { t } = useTranslation();
  if (text === null) return <EmptyState title={none} />;
  return (
    <section className={classes.raw} aria-label={label}>
      <p className={classes.dim}>{t("documents.rawHint")}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys */}
      <pre dir="ltr" tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}
