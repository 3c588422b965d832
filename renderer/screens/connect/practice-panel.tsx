import { IconSchool } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useChannel, useSend } from "../../client/queries.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "./connect.module.css";

/** One click to a sample shop. */
export function PracticePanel({ active }: { active: boolean }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const current = useChannel("connection.list", {}).data?.connections.find((known) => known.current);
  const left = current?.unsent ?? 0;
  const start = useSend("practice.start", { onSuccess: () => navigate("/home") });
  return (
    <Panel title={t("connect.practice.title")}>
      <p className={`${classes.text} before-12 dim`}>{t("connect.practice.text")}</p>
      {active ? (
        <>
          <p className={`${classes.text} before-12 dim`}>{t("connect.practice.active")}</p>
          <Button variant="default" onClick={() => navigate("/connect/practice")}>
            {t("connect.practice.open")}
          </Button>
        </>
      ) : (
        <>
          {left > 0 ? (
            <p className={`${classes.text} before-12 dim`}>
              {t("connect.practice.leaving", { count: left, tenant: String(current?.tenantId ?? "") })}
            </p>
          ) : null}
          <Button
            variant="default"
            leftSection={<IconSchool size="1.125rem" stroke={1.7} aria-hidden="true" />}
            busy={start.isPending}
            onClick={() => start.mutate({})}
          >
            {t("connect.practice.start")}
          </Button>
        </>
      )}
      {start.error === null ? null : <ErrorPanel error={start.error} />}
    </Panel>
  );
}
