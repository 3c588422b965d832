import { useTranslation } from "react-i18next";
import { useSend } from "../../../client/queries.ts";
import { useFormats } from "../../../client/use-formats.ts";
import { ErrorPanel } from "../../../features/help/error-panel.tsx";
import { SettingName } from "../../../features/settings-sections.tsx";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import classes from "../settings.module.css";

/** Shows that what was acknowledged outlives a sudden end of the program; of the disk it says nothing. */
export function DrillPanel() {
  const { t } = useTranslation();
  const formats = useFormats();
  const drill = useSend("drill.run");
  const done = drill.data;
  return (
    <Panel title={<SettingName of="files.drill.title" />}>
      <div className={classes.stack}>
        <p className={classes.hint}>{t("files.drill.text")}</p>
        <div className="wrap gap-8">
          <Button variant="default" busy={drill.isPending} onClick={() => drill.mutate({})}>
            {t("files.drill.run")}
          </Button>
        </div>
        <div aria-live="polite">
          {done === undefined || drill.isPending ? null : (
            <Notice
              kind={done.lost === 0 && done.chainIntact ? "good" : "bad"}
              title={t(done.lost === 0 ? "files.drill.good" : "files.drill.bad", {
                found: formats.count(done.found),
                lost: formats.count(done.lost),
                acknowledged: formats.count(done.acknowledged),
              })}
            >
              {t("files.drill.figures", {
                kills: formats.count(done.kills),
                asked: formats.count(done.asked),
              })}
            </Notice>
          )}
        </div>
        {drill.error === null ? null : <ErrorPanel error={drill.error} />}
      </div>
    </Panel>
  );
}
