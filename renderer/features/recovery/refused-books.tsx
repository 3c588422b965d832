import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Downgrade } from "../../../contract/channels/recovery.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { useSend } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { leftToRight } from "../../i18n/format.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page, Panel } from "../../ui/page.tsx";
import { ErrorPanel, HelpLink } from "../help.tsx";
import { settingsPath } from "../settings-sections.tsx";
import classes from "./recovery.module.css";

type Refusal = NonNullable<ChannelOutput<"recovery.refusal">>;

/** What going back brings and what it leaves, before it is done. */
function GoBack({ offer }: { offer: NonNullable<Downgrade> }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const back = useSend("recovery.downgrade");
  const [asking, setAsking] = useState(false);
  const { left } = offer;
  return (
    <Panel title={t("files.refusal.back", { when: formats.dateTime(offer.at) })}>
      <div className={`${classes.ways} stack gap-12`} data-testid="downgrade">
        <p>
          {t(offer.made === "before_migration" ? "files.refusal.backMade" : "files.refusal.backOther", {
            name: leftToRight(offer.name),
          })}
        </p>
        <p>{t("files.refusal.holds", { entries: formats.count(offer.entries) })}</p>
        {offer.waiting === 0 ? null : <p>{t("files.refusal.waiting", { count: offer.waiting })}</p>}
        <p>
          {left === null
            ? t("files.refusal.leftUnknown")
            : left === 0
              ? t("files.refusal.leftNone")
              : t("files.refusal.left", { count: left })}
        </p>
        <div className="wrap gap-8 pad-above-8">
          {asking ? (
            <>
              <Button busy={back.isPending} data-testid="downgrade-sure" onClick={() => back.mutate({})}>
                {t("files.refusal.sure")}
              </Button>
              <Button variant="default" onClick={() => setAsking(false)}>
                {t("files.refusal.keep")}
              </Button>
            </>
          ) : (
            <Button variant="default" data-testid="downgrade-go" onClick={() => setAsking(true)}>
              {t("files.refusal.go")}
            </Button>
          )}
        </div>
        <ErrorPanel error={back.error} />
      </div>
    </Panel>
  );
}

/** In the place of every screen, while the books are another version's: what happened, and the ways on. */
export function RefusedBooks({ refusal }: { refusal: Refusal }) {
  const { t } = useTranslation();
  const { code, backup, downgrade, message, file } = refusal;
  const isFailed = code === "migration_failed";
  return (
    <Page
      title={t(isFailed ? "files.refusal.failedTitle" : "files.refusal.title")}
      description={t(isFailed ? "files.refusal.failedText" : "files.refusal.text")}
    >
      <div className={`${classes.ways} stack gap-12`} data-testid="refused-books">
        {isFailed ? (
          <Notice kind="warn">
            <p>{t("files.refusal.failedTodo")}</p>
            {backup === null ? null : <p>{t("files.refusal.failedBackup", { name: leftToRight(backup) })}</p>}
          </Notice>
        ) : (
          <Notice kind="info" title={t("files.refusal.best")}>
            <a href={`#${settingsPath("updates")}`}>{t("files.refusal.updates")}</a>
          </Notice>
        )}
        {isFailed ? null : downgrade === null ? (
          <p>{t("files.refusal.none")}</p>
        ) : (
          <GoBack offer={downgrade} />
        )}
        <HelpLink page="damaged-file" />
        <details>
          <summary>{t("files.refusal.details")}</summary>
          <pre dir="ltr" className="note">
            {file}: {message}
          </pre>
        </details>
      </div>
    </Page>
  );
}
