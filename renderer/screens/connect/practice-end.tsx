import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { invoke } from "../../client/api.ts";
import { useChannel, useSend } from "../../client/queries.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "./connect.module.css";

/** The ways out: to a connection that is on this computer already, to a new one, or back to the first day. */
export function PracticeEnd() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const connections = useChannel("connection.list", {}).data?.connections ?? [];
  const real = connections.filter(({ practice }) => !practice);
  const [isAsking, setAsking] = useState(false);
  const leave = useSend("connection.save", { onSuccess: () => navigate("/home") });
  const over = useSend("practice.startOver", {
    onSuccess: () => {
      setAsking(false);
      invoke("connection.get", {}).then(
        (now) =>
          notifications.show({
            message: t("rehearsal.end.overDone", { tenant: String(now?.tenantId ?? "") }),
          }),
        () => undefined,
      );
    },
  });
  const failed = leave.error ?? over.error;
  return (
    <Panel title={t("rehearsal.end.title")}>
      <p className={`${classes.text} before-12 dim`}>
        {t(real.length === 0 ? "rehearsal.end.leaveNone" : "rehearsal.end.leaveText")}
      </p>
      <div className={`${classes.stack} wrap gap-8`}>
        {real.length === 0 ? (
          <Button variant="default" onClick={() => navigate("/connect")}>
            {t("home.welcome.connect")}
          </Button>
        ) : null}
        {real.map(({ serviceUrl, tenantId, userId }) => (
          <Button
            key={`${tenantId} ${serviceUrl}`}
            variant="default"
            title={serviceUrl}
            busy={leave.isPending}
            onClick={() => leave.mutate({ serviceUrl, tenantId: String(tenantId), userId: String(userId) })}
          >
            {t("rehearsal.end.leave", { tenant: String(tenantId) })}
          </Button>
        ))}
      </div>
      <p className={`${classes.text} before-12 dim`}>{t("rehearsal.end.overText")}</p>
      {isAsking ? <Notice kind="warn">{t("rehearsal.end.overSure")}</Notice> : null}
      <div className={`${classes.stack} wrap gap-8`}>
        <Button
          variant={isAsking ? "filled" : "default"}
          busy={over.isPending}
          onClick={() => (isAsking ? over.mutate({}) : setAsking(true))}
          data-testid="practice-over"
        >
          {t("rehearsal.end.over")}
        </Button>
        {isAsking ? (
          <Button variant="default" onClick={() => setAsking(false)}>
            {t("rehearsal.end.overCancel")}
          </Button>
        ) : null}
      </div>
      {failed === null ? null : <ErrorPanel error={failed} />}
    </Panel>
  );
}
