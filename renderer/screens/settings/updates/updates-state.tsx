import { Progress } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Release, UpdateState, UpdateStatus } from "../../../../contract/channels/updates.ts";
import { useSend } from "../../../client/queries.ts";
import { useFormats } from "../../../client/use-formats.ts";
import { ErrorPanel } from "../../../features/help/error-panel.tsx";
import { leftToRight } from "../../../i18n/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SupportDetails } from "../../../ui/support-details.tsx";
import classes from "../settings.module.css";
import { UpdatesReady } from "./updates-ready.tsx";

/** What is new, as its makers wrote it: text and nothing else. */
function News({ release }: { release: Release }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { releasedAt, notes } = release;
  return (
    <>
      {releasedAt === null ? null : (
        <p className={classes.hint}>{t("newVersion.released", { when: formats.dateTime(releasedAt) })}</p>
      )}
      {notes === null ? null : (
        <details open>
          <summary>{t("newVersion.news")}</summary>
          <p className={`${classes.news} breaks scroll-y after-4`} dir="auto">
            {notes}
          </p>
        </details>
      )}
    </>
  );
}

function CheckNow({ again = false }: { again?: boolean }) {
  const { t } = useTranslation();
  const check = useSend("updates.check");
  return (
    <div className="wrap gap-8">
      <Button
        variant="default"
        busy={check.isPending}
        data-testid="updates-check"
        onClick={() => check.mutate({})}
      >
        {t(again ? "newVersion.again" : "newVersion.check")}
      </Button>
      {check.error === null ? null : <ErrorPanel error={check.error} />}
    </div>
  );
}

function DownloadButton({ again = false }: { again?: boolean }) {
  const { t } = useTranslation();
  const download = useSend("updates.download");
  return (
    <div className="wrap gap-8">
      <Button busy={download.isPending} data-testid="updates-download" onClick={() => download.mutate({})}>
        {t(again ? "newVersion.again" : "newVersion.download")}
      </Button>
      {download.error === null ? null : <ErrorPanel error={download.error} />}
    </div>
  );
}

function Found({ release }: { release: Release }) {
  const { t } = useTranslation();
  return (
    <>
      <Notice kind="info" title={t("newVersion.found", { version: leftToRight(release.version) })}>
        <News release={release} />
      </Notice>
      <p className={classes.hint}>{t("newVersion.downloadText")}</p>
      <DownloadButton />
    </>
  );
}

function Downloading({ release, percent }: { release: Release; percent: number }) {
  const { t } = useTranslation();
  const far = t("newVersion.downloading", { version: leftToRight(release.version) });
  return (
    <div>
      <p>{far}</p>
      <Progress value={percent} aria-label={far} transitionDuration={0} />
    </div>
  );
}

function Failed({ problem, code, release }: Extract<UpdateState, { state: "failed" }>) {
  const { t } = useTranslation();
  return (
    <>
      <Notice kind="bad" title={t("newVersion.failed")}>
        <p className="before-8">{t(`newVersion.problem.${problem}.what`)}</p>
        <p className="before-8">{t("newVersion.kept")}</p>
        <p className="before-8">{t(`newVersion.problem.${problem}.todo`)}</p>
        <SupportDetails>{code}</SupportDetails>
      </Notice>
      {release === null ? <CheckNow again /> : <DownloadButton again />}
    </>
  );
}

/** Where it stands, and the one thing that can be done about it. */
export function UpdatesState({ status }: { status: UpdateStatus }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { now } = status;
  switch (now.state) {
    case "off":
      return <Notice kind="info">{t(`newVersion.off.${now.reason}`)}</Notice>;
    case "no_server":
      return <p>{t("newVersion.noServer")}</p>;
    case "not_checked":
      return (
        <>
          <p>{t("newVersion.notChecked")}</p>
          <CheckNow />
        </>
      );
    case "checking":
      return <p>{t("newVersion.checking")}</p>;
    case "none":
      return (
        <>
          <p>
            {t(`newVersion.none.${now.why}`, {
              when: formats.dateTime(now.checkedAt),
              offered: leftToRight(now.offered),
            })}
          </p>
          <CheckNow />
        </>
      );
    case "found":
      return <Found release={now.release} />;
    case "downloading":
      return <Downloading release={now.release} percent={now.percent} />;
    case "ready":
      return (
        <UpdatesReady release={now.release} atQuit={now.atQuit}>
          <News release={now.release} />
        </UpdatesReady>
      );
    case "failed":
      return <Failed {...now} />;
  }
}
