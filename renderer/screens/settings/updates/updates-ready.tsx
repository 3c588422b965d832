import { Switch } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Release } from "../../../../contract/channels/updates.ts";
import { useChannel, useSend } from "../../../client/queries.ts";
import { ErrorPanel } from "../../../features/help/error-panel.tsx";
import { leftToRight } from "../../../i18n/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";

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
        {restart.error === null ? null : <ErrorPanel error={restart.error} />}
      </Notice>
    </div>
  );
}

/** The new version is on this disk; when it takes the old one's place is the person's choice. */
export function UpdatesReady({ release, atQuit, children }: UpdatesReadyProps) {
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
      {choose.error === null ? null : <ErrorPanel error={choose.error} />}
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
