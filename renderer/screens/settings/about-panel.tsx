import { useTranslation } from "react-i18next";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { SettingName } from "../../features/settings-sections.tsx";
import { Code } from "../../ui/code.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "./settings.module.css";

/** What support asks first: versions and where things are. */
export function AboutPanel() {
  const { t } = useTranslation();
  const formats = useFormats();
  const environment = useChannel("app.environment", {});
  const info = useChannel("app.info", {});
  const drift = useChannel("sync.status", {}).data?.clockDriftMs ?? null;
  const failed = environment.error ?? info.error;
  return (
    <Panel title={t("settings.about.title")}>
      {environment.data?.testBuild === true ? (
        <Notice kind="warn">{t("settings.about.testBuild")}</Notice>
      ) : null}
      {failed === null ? null : <ErrorPanel error={failed} />}
      <dl className={`${classes.facts} rest-beside grid after-8`}>
        {environment.data === undefined ? null : (
          <>
            <dt>
              <SettingName of="settings.about.version" />
            </dt>
            <dd>
              <Code>{environment.data.version}</Code>
            </dd>
            <dt>{t("settings.about.runtime")}</dt>
            <dd>
              <bdi dir="ltr">
                {environment.data.electron} / {environment.data.chromium}
              </bdi>
            </dd>
            <dt>{t("settings.about.platform")}</dt>
            <dd>
              <bdi dir="ltr">
                {environment.data.platform} {environment.data.locale}
              </bdi>
            </dd>
            <dt>
              <SettingName of="settings.about.logs" />
            </dt>
            <dd>
              <Code>{environment.data.logFolder}</Code>
            </dd>
          </>
        )}
        {info.data === undefined ? null : (
          <>
            <dt>{t("settings.about.engine")}</dt>
            <dd>{t("settings.about.engineText", info.data.engine)}</dd>
            <dt>
              <SettingName of="settings.about.profile" />
            </dt>
            <dd>
              <Code>{info.data.profile}</Code>
            </dd>
          </>
        )}
        {drift === null ? null : (
          <>
            <dt>
              <SettingName of="settings.about.clock" />
            </dt>
            <dd>{formats.duration(Math.abs(drift))}</dd>
          </>
        )}
      </dl>
    </Panel>
  );
}
