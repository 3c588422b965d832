import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RecoveryReport } from "../../../contract/channels/recovery.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { channelKey, useSend } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { focusOnceDrawn } from "../../lib/focus-once-drawn.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorPanel } from "../help/error-panel.tsx";
import classes from "./recovery.module.css";

/** What a person said of a recovery is answered with all of them. */
export function useFreshReports(): (reports: ChannelOutput<"recovery.report">) => void {
  const client = useQueryClient();
  return (reports) => void client.setQueryData(channelKey("recovery.report", {}), reports);
}

/**
 * The one question of a restored backup: how much waits for it, what each answer does, and which is safe. The other
 * may put entries into the books twice, so it is asked again.
 */
export function OldCounter({ report }: { report: RecoveryReport }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const decide = useSend("recovery.decide", { onSuccess: useFreshReports() });
  const [asking, setAsking] = useState(false);
  const box = useRef<HTMLFieldSetElement>(null);
  const { recoveryId, waiting, details, at } = report;
  const when = formats.dateTime(details.backup?.at ?? at);
  const say = (oldCounter: "not_used_since" | "may_have_sent") => decide.mutate({ recoveryId, oldCounter });
  // Neither button is the answer to a key that is still held down.
  const ask = (again: boolean) => {
    setAsking(again);
    focusOnceDrawn(() => box.current?.querySelector<HTMLElement>("legend"));
  };
  return (
    <fieldset ref={box} className={`${classes.question} bare no-edge`} data-testid="old-counter">
      {asking ? (
        <>
          <legend tabIndex={-1}>{t("files.decide.sureTitle", { count: waiting })}</legend>
          <p>{t("files.decide.sureText", { when })}</p>
          <div className="wrap gap-8 pad-above-8">
            <Button busy={decide.isPending} onClick={() => ask(false)}>
              {t("files.decide.back")}
            </Button>
            <Button variant="default" busy={decide.isPending} onClick={() => say("not_used_since")}>
              {t("files.decide.sure", { count: waiting })}
            </Button>
          </div>
        </>
      ) : (
        <>
          <legend tabIndex={-1}>{t("files.decide.title", { when })}</legend>
          <p>
            {waiting === 0 ? t("files.decide.noneWaiting") : t("files.decide.waiting", { count: waiting })}
          </p>
          <div className={`${classes.choices} grid pad-above-8`}>
            <div className="grid from-start from-top gap-4">
              <Button busy={decide.isPending} onClick={() => say("may_have_sent")}>
                {t("files.decide.maySend")}
              </Button>
              <span className="small strong">{t("files.decide.recommended")}</span>
              <span className="note flush">{t("files.decide.maySendText")}</span>
            </div>
            <div className="grid from-start from-top gap-4">
              <Button
                variant="default"
                busy={decide.isPending}
                onClick={() => (waiting === 0 ? say("not_used_since") : ask(true))}
              >
                {t("files.decide.notUsed")}
              </Button>
              <span className="note flush">{t("files.decide.notUsedText")}</span>
            </div>
          </div>
        </>
      )}
      {decide.error === null ? null : <ErrorPanel error={decide.error} />}
    </fieldset>
  );
}
