import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PinStatus } from "../../../contract/channels/pin.ts";
import { useChannel } from "../../client/queries.ts";
import { useOwnerPolicy } from "../../client/settings.ts";
import { ErrorPanel } from "../../features/help.tsx";
import { ResetForm } from "../../features/pin/pin-form.tsx";
import { ChangeForm, ChoicesForm, NewCodeForm, RemoveForm, SetForm } from "../../features/pin/pin-forms.tsx";
import { showRecoveryCode } from "../../features/pin/shown-code.tsx";
import { SettingName } from "../../features/settings-sections.tsx";
import { focusOnceDrawn } from "../../lib/focus.ts";
import { Button } from "../../ui/button.tsx";
import { Loading } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/page.tsx";
import classes from "./settings.module.css";

const TASKS = ["choices", "change", "newCode", "remove", "forgotten"] as const;
type Task = "set" | (typeof TASKS)[number];

function PinState({ status, onTask }: { status: PinStatus; onTask: (task: Task) => void }) {
  const { t } = useTranslation();
  const isWanted = (useOwnerPolicy().fixed.pinAsksFor ?? []).length > 0;
  if (!status.isSet)
    return (
      <>
        <p className={classes.hint}>{t("pin.panel.off")}</p>
        {isWanted ? <Notice kind="warn">{t("byPolicy.pinWanted")}</Notice> : null}
        <div className="wrap gap-8">
          <Button variant="default" onClick={() => onTask("set")}>
            {t("pin.panel.set")}
          </Button>
        </div>
      </>
    );
  const words = { change: t("pin.panel.change"), newCode: <SettingName of="pin.panel.newCode" /> };
  const all = { ...words, choices: t("pin.panel.choices"), remove: t("pin.panel.remove") };
  const named = { ...all, forgotten: <SettingName of="pin.ask.forgotten" /> };
  return (
    <>
      <p>{t(status.open ? "pin.panel.openNow" : "pin.panel.on")}</p>
      {status.asksFor.length === 0 ? (
        <Notice kind="warn">{t("pin.asks.none")}</Notice>
      ) : (
        <div>
          <p className={`${classes.label} medium`}>
            <SettingName of="pin.asks.label" />
          </p>
          <ul className="after-4 indent">
            {status.asksFor.map((action) => (
              <li key={action}>{t(`pin.action.${action}`)}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="wrap gap-8">
        {TASKS.filter((task) => !(isWanted && task === "remove")).map((task) => (
          <Button key={task} variant="default" onClick={() => onTask(task)}>
            {named[task]}
          </Button>
        ))}
      </div>
    </>
  );
}

/** The owner's PIN: set, changed, removed; what asks for it and how long it stays open. */
export function PinPanel() {
  const { t } = useTranslation();
  const status = useChannel("pin.status", {});
  const [task, setTask] = useState<Task | null>(null);
  const [said, setSaid] = useState("");
  const panel = useRef<HTMLDivElement>(null);
  /** The form is gone, so the focus goes to the first button of what is shown in its place. */
  const end = (words: string) => {
    setTask(null);
    setSaid(words);
    focusOnceDrawn(() => panel.current?.querySelector<HTMLElement>("button"));
  };
  const keep = () => end("");
  const showCode = (made: string) => {
    setTask(null);
    setSaid("");
    showRecoveryCode(made, keep);
  };
  const begin = (next: Task) => {
    setSaid("");
    setTask(next);
  };
  const body = (now: PinStatus) => {
    switch (task) {
      case "set":
        return <SetForm onKeep={keep} onCode={showCode} />;
      case "choices":
        return <ChoicesForm status={now} onKeep={keep} onDone={() => end(t("pin.panel.saved"))} />;
      case "change":
        return <ChangeForm status={now} onKeep={keep} onDone={() => end(t("pin.panel.changed"))} />;
      case "newCode":
        return <NewCodeForm status={now} onKeep={keep} onCode={showCode} />;
      case "remove":
        return <RemoveForm status={now} onKeep={keep} onDone={() => end(t("pin.panel.removed"))} />;
      case "forgotten":
        return (
          <ResetForm
            onDone={() => setTask(null)}
            onCode={() => end(t("pin.panel.changed"))}
            onBack={keep}
            back={t("pin.panel.keep")}
          />
        );
      case null:
        return <PinState status={now} onTask={begin} />;
    }
  };
  return (
    <Panel title={t("pin.panel.title")}>
      <div className={classes.stack} ref={panel} data-testid="pin-panel">
        <ErrorPanel error={status.error} onRetry={() => status.refetch()} />
        {status.data === undefined ? status.error === null ? <Loading /> : null : body(status.data)}
        <p className={classes.hint} aria-live="polite">
          {said}
        </p>
        <p className={classes.hint}>{t("pin.panel.limits")}</p>
      </div>
    </Panel>
  );
}
