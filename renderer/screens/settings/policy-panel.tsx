import { Switch } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Notice } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { channelKey, useChannel, useSend } from "../../queries.ts";
import classes from "./settings.module.css";

/** The owner's word on repeats. On is a promise about the service, so it takes a second press. */
export function PolicyPanel() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const policy = useChannel("policy.get", {});
  const set = useSend("policy.set", {
    onSuccess: (value) => client.setQueryData(channelKey("policy.get", {}), value),
  });
  const [asking, setAsking] = useState(false);
  const unknown = useChannel("sync.status", {}).data?.counts.outcome_unknown ?? 0;
  const on = policy.data?.resendUnknown ?? false;
  const failed = policy.error ?? set.error;
  return (
    <Panel title={t("settings.policy.title")}>
      <div className={classes.stack}>
        <Switch
          label={t("settings.policy.label")}
          description={on ? t("settings.policy.on") : t("settings.policy.off")}
          checked={on}
          disabled={policy.data === undefined}
          onChange={(event) => {
            if (event.currentTarget.checked) setAsking(true);
            else if (!set.isPending) set.mutate({ resendUnknown: false });
          }}
        />
        {asking && !on ? (
          <div role="alert">
            <Notice kind="warn">
              <p className={classes.warning}>{t("settings.policy.warning")}</p>
              {unknown === 0 ? null : (
                <p className={classes.warning}>{t("settings.policy.now", { count: unknown })}</p>
              )}
              <div className={classes.buttons}>
                <Button
                  busy={set.isPending}
                  onClick={() => set.mutate({ resendUnknown: true }, { onSettled: () => setAsking(false) })}
                >
                  {t("settings.policy.confirm")}
                </Button>
                <Button variant="default" onClick={() => setAsking(false)}>
                  {t("settings.policy.keep")}
                </Button>
              </div>
            </Notice>
          </div>
        ) : null}
        {failed === null ? null : <ErrorPanel error={failed} />}
      </div>
    </Panel>
  );
}
