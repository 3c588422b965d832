import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { Code } from "../../components/code.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Notice } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { useSend } from "../../queries.ts";
import { BackupKeeping } from "./backup-keeping.tsx";
import classes from "./settings.module.css";

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
        <div className={classes.buttons}>
          <Button variant="default" busy={busy} onClick={() => backup.mutate({})}>
            {t("settings.backup.now")}
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
