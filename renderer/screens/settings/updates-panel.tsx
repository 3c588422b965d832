import { Progress, Switch, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  type Release,
  UPDATE_CHANNELS,
  type UpdateState,
  type UpdateStatus,
  updateServer,
} from "../../../contract/channels/updates.ts";
import { useChannel, useSend } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { ErrorPanel } from "../../features/help.tsx";
import { WhereMaySet } from "../../features/people/allowance-note.tsx";
import { SettingName } from "../../features/settings-sections.tsx";
import { leftToRight } from "../../i18n/format.ts";
import { Button } from "../../ui/button.tsx";
import { Notice, SupportDetails } from "../../ui/notice.tsx";
import { Panel } from "../../ui/page.tsx";
import { SettingChoice } from "./parts.tsx";
import classes from "./settings.module.css";

/** Which version runs, whether there is a newer one, and when it takes this one's place: the person's choice. */
export function UpdatesPanel() {
  const { t } = useTranslation();
  const { data, error } = useChannel("updates.status", {});
  if (data === undefined)
    return (
      <Panel title={t("newVersion.title")}>
        <ErrorPanel error={error} />
      </Panel>
    );
  return (
    <Panel title={t("newVersion.title")}>
      <div className={classes.stack} data-testid="updates">
        <p>{t("newVersion.running", { version: leftToRight(data.version) })}</p>
        <div aria-live="polite" className={classes.stack}>
          <UpdatesState status={data} />
        </div>
        <WhereMaySet>
          <UpdatesSource status={data} />
        </WhereMaySet>
      </div>
    </Panel>
  );
}

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

/** Looks for a newer version, or fetches the one that was found. */
function Step({ to, again = false }: { to: "check" | "download"; again?: boolean }) {
  const { t } = useTranslation();
  const step = useSend(`updates.${to}`);
  return (
    <div className="wrap gap-8">
      <Button
        variant={to === "check" ? "default" : "filled"}
        busy={step.isPending}
        data-testid={`updates-${to}`}
        onClick={() => step.mutate({})}
      >
        {t(again ? "action.retry" : `newVersion.${to}`)}
      </Button>
      <ErrorPanel error={step.error} />
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
      <Step to="download" />
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
      <Step to={release === null ? "check" : "download"} again />
    </>
  );
}

/** How far it is, and the one thing that can be done about it. */
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
          <Step to="check" />
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
          <Step to="check" />
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

interface UpdatesReadyProps {
  release: Release;
  atQuit: boolean;
  children: ReactNode;
}

/** What is unsent is named before the program closes for the new version. */
function AskRestart({ version, onNo }: { version: string; onNo: () => void }) {
  const { t } = useTranslation();
  const restart = useSend("updates.restart");
  const counts = useChannel("sync.status", {}).data?.counts;
  const unsent = counts === undefined ? null : counts.pending + counts.in_flight + counts.retry_wait;
  return (
    <div role="alert" data-testid="updates-restart-ask">
      <Notice kind="warn">
        <p className="before-8">
          {t("newVersion.restartAsk", { version })}{" "}
          {unsent === null
            ? null
            : unsent === 0
              ? t("newVersion.restartClear")
              : t("newVersion.restartUnsent", { count: unsent })}{" "}
          {t("newVersion.restartTyping")}
        </p>
        <div className="wrap gap-8">
          <Button
            busy={restart.isPending}
            data-testid="updates-restart-yes"
            onClick={() => restart.mutate({})}
          >
            {t("newVersion.restartYes")}
          </Button>
          <Button variant="default" onClick={onNo}>
            {t("newVersion.restartNo")}
          </Button>
        </div>
        <ErrorPanel error={restart.error} />
      </Notice>
    </div>
  );
}

/** The new version is on this disk; when it takes the old one's place is the person's choice. */
function UpdatesReady({ release, atQuit, children }: UpdatesReadyProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const choose = useSend("updates.setAtQuit");
  const version = leftToRight(release.version);
  return (
    <>
      <Notice kind="good" title={t("newVersion.ready", { version })}>
        {children}
      </Notice>
      <Switch
        label={t("newVersion.atQuit")}
        description={t(atQuit ? "newVersion.atQuitOn" : "newVersion.atQuitOff")}
        checked={atQuit}
        data-testid="updates-at-quit"
        onChange={(event) => choose.mutate({ atQuit: event.currentTarget.checked })}
      />
      <ErrorPanel error={choose.error} />
      {asking ? (
        <AskRestart version={version} onNo={() => setAsking(false)} />
      ) : (
        <div className="wrap gap-8">
          <Button variant="default" data-testid="updates-restart" onClick={() => setAsking(true)}>
            {t("newVersion.restart")}
          </Button>
        </div>
      )}
    </>
  );
}

/** Where newer versions are looked for, saved when the field is left. What was laid down for the computer can only be read here. */
function UpdatesSource({ status }: { status: UpdateStatus }) {
  const { t } = useTranslation();
  const set = useSend("settings.set");
  const saved = status.server ?? "";
  const [known, setKnown] = useState(saved);
  const [typed, setTyped] = useState(saved);
  if (known !== saved) {
    setKnown(saved);
    setTyped(saved);
  }
  const [refused, setRefused] = useState(false);
  if (status.now.state === "off") return null;
  if (status.setBy === "policy") {
    const server = leftToRight(status.server ?? "");
    return (
      <p className={classes.hint}>
        {t("newVersion.source.policy", { server })}{" "}
        {status.channel === "beta" ? t("newVersion.source.channelBeta") : null}
      </p>
    );
  }
  const save = () => {
    if (set.isPending) return;
    if (typed.trim() === saved) return setRefused(false);
    const read = typed.trim() === "" ? { success: true, data: null } : updateServer.safeParse(typed);
    setRefused(!read.success);
    if (read.data !== undefined) set.mutate({ updateServer: read.data });
  };
  return (
    <form
      className={classes.stack}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      noValidate
    >
      <TextInput
        label={<SettingName of="newVersion.source.label" />}
        description={t("newVersion.source.hint")}
        dir="ltr"
        type="url"
        value={typed}
        error={refused ? t("newVersion.source.bad") : null}
        data-testid="updates-server"
        onChange={(event) => {
          setRefused(false);
          setTyped(event.currentTarget.value);
        }}
        onBlur={save}
      />
      <p className={classes.hint} role="status">
        {set.isSuccess && typed.trim() === saved ? t("newVersion.source.saved") : null}
      </p>
      <SettingChoice
        of="newVersion.source.channel"
        value={status.channel}
        onChange={(updateChannel) => set.mutate({ updateChannel })}
        data={UPDATE_CHANNELS.map((value) => ({ value, label: t(`newVersion.source.${value}`) }))}
      />
      <ErrorPanel error={set.error} />
    </form>
  );
}
