import { SegmentedControl, TextInput } from "@mantine/core";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { UPDATE_CHANNELS, type UpdateStatus, updateServer } from "../../../../contract/channels/updates.ts";
import { useSend } from "../../../client/queries.ts";
import { ErrorPanel } from "../../../features/help/error-panel.tsx";
import { leftToRight } from "../../../i18n/format.ts";
import { Button } from "../../../ui/button.tsx";
import classes from "../settings.module.css";

/** Where newer versions are looked for. What was laid down for the computer can only be read here. */
export function UpdatesSource({ status }: { status: UpdateStatus }) {
  const { t } = useTranslation();
  const channelId = useId();
  const set = useSend("settings.set");
  const [typed, setTyped] = useState(status.server ?? "");
  const [refused, setRefused] = useState(false);
  if (status.now.state === "off" && status.setBy !== "settings") return null;
  if (status.setBy === "policy") {
    const server = leftToRight(status.server ?? "");
    return (
      <p className={classes.hint}>
        {t("newVersion.source.policy", { server })}{" "}
        {status.channel === "beta" ? t("newVersion.source.channelBeta") : null}
      </p>
    );
  }
  const save = (event: FormEvent) => {
    event.preventDefault();
    const read = updateServer.safeParse(typed);
    setRefused(!read.success);
    if (read.success) set.mutate({ updateServer: read.data });
  };
  return (
    <form className={classes.stack} onSubmit={save} noValidate>
      <TextInput
        label={t("newVersion.source.label")}
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
      />
      <div className={classes.line}>
        <span id={channelId} className={classes.label}>
          {t("newVersion.source.channel")}
        </span>
        <SegmentedControl
          aria-labelledby={channelId}
          value={status.channel}
          onChange={(updateChannel) => set.mutate({ updateChannel })}
          data={UPDATE_CHANNELS.map((value) => ({ value, label: t(`newVersion.source.${value}`) }))}
        />
      </div>
      <div className={classes.buttons}>
        <Button type="submit" variant="default" busy={set.isPending} data-testid="updates-save">
          {t("newVersion.source.save")}
        </Button>
        {status.server === null ? null : (
          <Button variant="subtle" onClick={() => set.mutate({ updateServer: null })}>
            {t("newVersion.source.remove")}
          </Button>
        )}
      </div>
      {set.error === null ? null : <ErrorPanel error={set.error} />}
    </form>
  );
}
