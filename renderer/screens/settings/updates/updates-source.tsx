import { SegmentedControl, TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { UPDATE_CHANNELS, type UpdateStatus, updateServer } from "../../../../contract/channels/updates.ts";
import { useSend } from "../../../client/queries.ts";
import { ErrorPanel } from "../../../features/help/error-panel.tsx";
import { SettingName } from "../../../features/settings-sections.tsx";
import { leftToRight } from "../../../i18n/format.ts";
import classes from "../settings.module.css";

/** Where newer versions are looked for, saved when the field is left. What was laid down for the computer can only be read here. */
export function UpdatesSource({ status }: { status: UpdateStatus }) {
  const { t } = useTranslation();
  const channelId = useId();
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
      <div className="row between gap-4-16 pad-y-6">
        <span id={channelId} className={`${classes.label} medium`}>
          <SettingName of="newVersion.source.channel" />
        </span>
        <SegmentedControl
          aria-labelledby={channelId}
          value={status.channel}
          onChange={(updateChannel) => set.mutate({ updateChannel })}
          data={UPDATE_CHANNELS.map((value) => ({ value, label: t(`newVersion.source.${value}`) }))}
        />
      </div>
      {set.error === null ? null : <ErrorPanel error={set.error} />}
    </form>
  );
}
