import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useShortcut } from "../../../shortcuts/use-shortcut.ts";
import classes from "./panels.module.css";

interface PanelEndsProps {
  /** What the panel says of itself. */
  words: ReactNode;
  /** Why nothing is posted while it is open. */
  notPosted: string;
  /** Its buttons. */
  children: ReactNode;
}

/** The foot of a panel over the lines. Posting is asked for in vain while it is open, and that is said here. */
export function PanelEnds({ words, notPosted, children }: PanelEndsProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  useShortcut({ combo: "Mod+Enter", words: t("purchaseReturn.panel.first"), run: () => setAsked(true) });
  return (
    <div className={classes.ends}>
      <span className="dim flush" role="status">
        {words}
      </span>
      <strong className="warn semi" role="alert" data-testid="not-posted">
        {asked ? notPosted : null}
      </strong>
      {children}
    </div>
  );
}
