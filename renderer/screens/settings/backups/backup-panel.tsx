import { useTranslation } from "react-i18next";
import { useSend } from "../../../client/queries.ts";
import { useFormats } from "../../../client/use-formats.ts";
import { ErrorPanel } from "../../../features/help/error-panel.tsx";
import { SettingName } from "../../../features/settings-sections.tsx";
import { Button } from "../../../ui/button.tsx";
import { Code } from "../../../ui/code.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import classes from "../settings.module.css";
import { BackupKeeping } from "./backup-keeping.tsx";

/** A verified copy of the books, in the usual place or where one says. */
export function BackupPanel() {
  const { t } = useTranslation();
  const formats = useFormats();
  const backup = useSend("backup.create");
  const choose = useSend("file.choose", {
    onSuccess: ({ path }) => {
      if (path !== null) backup.mutate({ path });
    },
  });
  const made = backup.data;
  const failed = choose.error ?? backup.error;
  const busy = backup.isPending || choose.isPending;
  return (
    <Panel title={t("settings.backup.title")}>
      <div className={classes.stack}>
        <p className={classes.hint}>{t("settings.backup.text")}</p>
        <div className="wrap gap-8">
          <Button variant="default" busy={busy} onClick={() => backup.mutate({})}>
            <SettingName of="settings.backup.now" />
          </Button>
          <Button variant="default" busy={busy} onClick={() => choose.mutate({ purpose: "saveBackup" })}>
            {t("settings.backup.elsewhere")}
          </Button>
        </div>
        <div aria-live="polite">
          {made === undefined ? null : (
            <Notice
              kind={made.verified ? "good" : "bad"}
              title={t(made.verified ? "settings.backup.done" : "settings.backup.unverified", {
                size: formats.bytes(made.bytes),
              })}
            >
              <Code>{made.path}</Code>
            </Notice>
          )}
        </div>
        {failed === null ? null : <ErrorPanel error={failed} />}
        <BackupKeeping missing={made?.missingFiles} />
      </div>
    </Panel>
  );
}
