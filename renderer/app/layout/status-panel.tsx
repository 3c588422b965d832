import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { OPEN_STATES } from "../../../contract/open-states.ts";
import { useChannel, useSend } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { HelpLink } from "../../features/help/help-link.tsx";
import { Button } from "../../ui/button.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import classes from "./status-panel.module.css";
import type { SyncTruth } from "./sync-truth.ts";

/** One time with its name. */
function Moment({ words, ...time }: { words: string } & ComponentProps<typeof TimeAgo>) {
  return (
    <div className={classes.row}>
      <dt>{words}</dt>
      <dd>
        <TimeAgo {...time} />
      </dd>
    </div>
  );
}

/** What stands behind the pill: every count and time the engine knows, and what can be done about it. */
export function StatusPanel({ truth, onDone }: { truth: SyncTruth; onDone: () => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [, navigate] = useLocation();
  const status = useChannel("sync.status", {}).data;
  const open = truth.known === "now" && truth.state !== "notConnected" && truth.state !== "refused";
  const reports = useChannel("recovery.report", {}, { enabled: open }).data?.reports;
  // Nobody paused it: nothing is sent until the question about a loaded backup is answered.
  const isHeld = truth.state === "paused" && reports?.some(({ needsDecision }) => needsDecision) === true;
  const sendNow = useSend("sync.now");
  const pause = useSend("sync.pause");
  const resume = useSend("sync.resume");
  const { counts } = truth;
  const failed = sendNow.error ?? pause.error ?? resume.error;
  const go = (path: string) => {
    navigate(path);
    onDone();
  };
  return (
    <div className="grid gap-12">
      <p>{t(isHeld ? "status.means.held" : `status.means.${truth.state}`)}</p>
      {truth.known === "now" ? null : <p>{t(`status.known.${truth.known}`)}</p>}
      {counts === null ? null : (
        <dl>
          {OPEN_STATES.map((row) => (
            <div key={row} className={classes.row} data-zero={counts[row] === 0}>
              <dt>{t(`status.row.${row}`)}</dt>
              <dd>{formats.count(counts[row])}</dd>
            </div>
          ))}
          <Moment words={t("status.oldestUnsent")} at={truth.oldestUnsentAt} />
          {status === undefined || truth.known !== "now" ? null : (
            <>
              <Moment words={t("status.nextAttempt")} at={status.nextAttemptAt} ahead />
              <Moment
                words={t("status.lastContact")}
                at={status.lastContactAt}
                none={t("status.notSinceStart")}
              />
              <Moment
                words={t("status.lastConfirmed")}
                at={status.lastConfirmedAt}
                none={t("common.never")}
              />
            </>
          )}
        </dl>
      )}
      {failed === null ? null : <ErrorPanel error={failed} />}
      <div className="wrap gap-8">
        {truth.state === "refused" ? null : truth.state === "signIn" || truth.state === "notConnected" ? (
          <Button onClick={() => go("/connect")}>
            {t(truth.state === "signIn" ? "status.openConnect" : "nav.screen.connect")}
          </Button>
        ) : (
          <Button onClick={() => go(truth.state === "decide" ? "/outbox?to-decide" : "/outbox")}>
            {t("status.openOutbox")}
          </Button>
        )}
        {isHeld ? null : truth.state === "paused" ? (
          <Button variant="default" busy={resume.isPending} onClick={() => resume.mutate({})}>
            {t("status.resume")}
          </Button>
        ) : (
          <>
            <Button
              variant="default"
              busy={sendNow.isPending}
              disabled={!open}
              onClick={() => sendNow.mutate({})}
            >
              {t("status.sendNow")}
            </Button>
            <Button
              variant="default"
              busy={pause.isPending}
              disabled={!open}
              onClick={() => pause.mutate({})}
            >
              {t("status.pause")}
            </Button>
          </>
        )}
      </div>
      <HelpLink page="signs" aboveScreens onPress={onDone} />
    </div>
  );
}
