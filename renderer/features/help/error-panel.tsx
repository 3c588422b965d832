import { useTranslation } from "react-i18next";
import type { ReplyError } from "../../../contract/reply.ts";
import { replyErrorOf } from "../../client/api.ts";
import { type ErrorWords, errorWords, supportText } from "../../i18n/error-words.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SupportDetails } from "../../ui/support-details.tsx";
import classes from "./error-panel.module.css";
import { HelpLink } from "./help-link.tsx";
import { pageOfError } from "./help-topics.ts";

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
