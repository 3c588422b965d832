import { IconHelp } from "@tabler/icons-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { ReplyError } from "../../contract/reply.ts";
import { replyErrorOf } from "../client/api.ts";
import { useOwnerPolicy } from "../client/settings.ts";
import { type ErrorWords, errorWords, supportText } from "../i18n/error-words.ts";
import { Button } from "../ui/button.tsx";
import { Notice, SupportDetails } from "../ui/notice.tsx";
import classes from "./help.module.css";
import { type HelpPage, helpPath, offerTopic, pageOfError } from "./help-topics.ts";

/** Codes whose words speak of something that was to be saved; a failed reading saves nothing. */
const OF_SAVING: readonly ReplyError["code"][] = [
  "internal",
  "engine_unavailable",
  "storage_busy",
  "storage_full",
  "storage_read_only",
];

interface ErrorPanelProps {
  /** What was thrown by `invoke`, or any other error; null: nothing went wrong, and nothing is drawn. */
  error: unknown;
  /** Given where something was only read, and can be read again. */
  onRetry?: () => void;
  /** In place of the code's own sentences, where they speak of something else. */
  words?: ErrorWords | null;
}

/** A refusal in words: what happened, what it means for the books, what can be done; details for support below. */
export function ErrorPanel({ error, onRetry, words: given = null }: ErrorPanelProps) {
  const { t } = useTranslation();
  if (error === null) return null;
  const reply = replyErrorOf(error);
  const words = given ?? errorWords(t, reply);
  const onlyRead = onRetry !== undefined && OF_SAVING.includes(reply.code);
  const helpPage = pageOfError(reply.code);
  return (
    <div role="alert">
      <Notice
        kind="bad"
        title={words.what}
        action={
          onRetry === undefined ? undefined : (
            <Button variant="default" onClick={onRetry}>
              {t("action.retry")}
            </Button>
          )
        }
      >
        <dl className={`${classes.list} rest-beside grid gap-4-12 after-4`}>
          <dt>{t("errors.books")}</dt>
          <dd>{onlyRead ? t("errors.onlyRead") : words.books}</dd>
          <dt>{t("errors.todo")}</dt>
          <dd>{words.todo}</dd>
        </dl>
        {helpPage === null ? null : <HelpLink page={helpPage} />}
        <SupportDetails>{supportText(reply)}</SupportDetails>
      </Notice>
    </div>
  );
}

interface HelpLinkProps {
  page: HelpPage;
  /** It is above every screen, so F1 goes on leading to the screen's own page. */
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

/** Whom to call, as the owner's policy file says; undefined where it names nobody. */
export function useSupportWords(): string | undefined {
  const { t } = useTranslation();
  const { support } = useOwnerPolicy().fixed;
  return support === undefined ? undefined : t("help.support", support);
}
