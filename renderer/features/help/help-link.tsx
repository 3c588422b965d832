import { IconHelp } from "@tabler/icons-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import classes from "./help-link.module.css";
import { type HelpPage, helpPath, offerTopic } from "./help-topics.ts";

interface HelpLinkProps {
  page: HelpPage;
  /** It stands above every screen, so F1 goes on leading to the screen's own page. */
  aboveScreens?: boolean;
  onPress?: () => void;
}

/** Leads to a page of the guide; while it is in sight, F1 leads there too. */
export function HelpLink({ page, aboveScreens = false, onPress }: HelpLinkProps) {
  const { t } = useTranslation();
  useEffect(() => (aboveScreens ? undefined : offerTopic(page)), [page, aboveScreens]);
  return (
    <Link
      href={helpPath(page)}
      className={`${classes.link} accent text inline gap-6 target`}
      onClick={onPress}
      data-testid="help-link"
    >
      <IconHelp size="1.125rem" stroke={1.7} aria-hidden="true" />
      {t("help.link")}
    </Link>
  );
}
