import { Switch } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Policy } from "../../../contract/channels/connection.ts";
import { channelKey, useChannel, useSend } from "../../client/queries.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { SettingName } from "../../features/settings-sections.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "./settings.module.css";

type Name = keyof Policy;
const NAMES = ["resendUnknown", "confirmAnySuccess"] as const satisfies readonly Name[];
/** Where each switch's words are. */
const WORDS = { resendUnknown: "policy", confirmAnySuccess: "anySuccess" } as const;

/** One word of the owner's. On is a promise about the service, so it takes a second press. */
function PolicySwitch({ name }: { name: Name }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const policy = useChannel("policy.get", {});
  const set = useSend("policy.set", {
    onSuccess: (value) => client.setQueryData(channelKey("policy.get", {}), value),
  });
  const [asking, setAsking] = useState(false);
  const counts = useChannel("sync.status", {}).data?.counts;
  const unknown = name === "resendUnknown" ? (counts?.outcome_unknown ?? 0) : 0;
  const on = policy.data?.[name] ?? false;
  const failed = policy.error ?? set.error;
  const words = WORDS[name];
  return (
    <>
      <Switch
        label={<SettingName of={`settings.${words}.label`} />}
        description={on ? t(`settings.${words}.on`) : t(`settings.${words}.off`)}
        checked={on}
        disabled={policy.data === undefined}
        onChange={(event) => {
          if (event.currentTarget.checked) setAsking(true);
          else if (!set.isPending) set.mutate({ [name]: false });
        }}
      />
      {asking && !on ? (
        <div role="alert">
          <Notice kind="warn">
            <p className="before-12">{t(`settings.${words}.warning`)}</p>
            {unknown === 0 ? null : (
              <p className="before-12">{t("settings.policy.now", { count: unknown })}</p>
            )}
            <div className="wrap gap-8">
              <Button
                busy={set.isPending}
                onClick={() => set.mutate({ [name]: true }, { onSettled: () => setAsking(false) })}
              >
                {t(`settings.${words}.confirm`)}
              </Button>
              <Button variant="default" onClick={() => setAsking(false)}>
                {t("settings.policy.keep")}
              </Button>
            </div>
          </Notice>
        </div>
      ) : null}
      {failed === null ? null : <ErrorPanel error={failed} />}
    </>
  );
}

/** What the owner says of this service: what it does with repeats, and what its success means. */
export function PolicyPanel() {
  const { t } = useTranslation();
  return (
    <Panel title={t("settings.policy.title")}>
      <div className={classes.stack}>
        {NAMES.map((name) => (
          <PolicySwitch key={name} name={name} />
        ))}
      </div>
    </Panel>
  );
}
