import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RecoveryReport } from "../../../contract/channels/recovery.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { channelKey, useChannel, useSend } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { focusOnceDrawn } from "../../lib/focus.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ErrorPanel, HelpLink } from "../help.tsx";
import classes from "./recovery.module.css";
import { isForeignFile, isPutBack, isSteppedBack, ReportDetails } from "./report-details.tsx";

/** What a person said of a recovery is answered with all of them. */
function useFreshReports(): (reports: ChannelOutput<"recovery.report">) => void {
  const client = useQueryClient();
  return (reports) => void client.setQueryData(channelKey("recovery.report", {}), reports);
}

/**
 * The one question of a restored backup: how much waits for it, what each answer does, and which is safe. The other
 * may put entries into the books twice, so it is asked again.
 */
function OldCounter({ report }: { report: RecoveryReport }) {
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
      <ErrorPanel error={decide.error} />
    </fieldset>
  );
}

/** Shown above every screen until a person has seen what was done with the books' file. */
export function RecoveryNotice() {
  const { t } = useTranslation();
  const connection = useChannel("connection.get", {}).data;
  const { data } = useChannel(
    "recovery.report",
    {},
    { enabled: connection !== undefined && connection !== null },
  );
  const seen = useSend("recovery.seen", { onSuccess: useFreshReports() });
  const [isOpen, setOpen] = useState(false);
  const report = data?.reports.find((each) => each.needsDecision || !each.seen);
  if (report === undefined) return <div />;
  const { held } = report.details.entries;
  const lost = report.details.lost.length;
  const said = [
    held === 0 ? null : t("files.bar.held", { count: held }),
    lost === 0 || isSteppedBack(report) ? null : t("files.bar.lost", { count: lost }),
  ]
    .filter((words) => words !== null)
    .join(" ");
  return (
    <div role="alert">
      <Notice
        kind={lost > 0 ? "bad" : "warn"}
        title={t(
          isSteppedBack(report)
            ? "files.bar.steppedBack"
            : isForeignFile(report)
              ? "files.bar.foreign"
              : isPutBack(report)
                ? "files.bar.putBack"
                : report.kind === "restored" && !report.needsDecision
                  ? "files.bar.restoredDecided"
                  : `files.bar.${report.kind}`,
        )}
        action={
          <div className="wrap gap-8 pad-above-8">
            <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t("files.bar.show")}
            </Button>
            {report.needsDecision ? null : (
              <Button
                variant="default"
                busy={seen.isPending}
                onClick={() => seen.mutate({ recoveryId: report.recoveryId })}
              >
                {t("action.understood")}
              </Button>
            )}
          </div>
        }
      >
        {said === "" ? null : <p>{said}</p>}
        {report.needsDecision ? <OldCounter report={report} /> : null}
        <HelpLink page={report.kind === "restored" ? "another-pc" : "damaged-file"} aboveScreens />
        {isOpen ? <ReportDetails report={report} /> : null}
        <ErrorPanel error={seen.error} />
      </Notice>
    </div>
  );
}
