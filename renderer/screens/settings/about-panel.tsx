import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChannel, useSend } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { ErrorPanel, useSupportWords } from "../../features/help.tsx";
import { SettingName } from "../../features/settings-sections.tsx";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel, Scrolled } from "../../ui/page.tsx";
import classes from "./settings.module.css";

/** What support asks first: versions and where things are. */
export function AboutPanel() {
  const { t } = useTranslation();
  const formats = useFormats();
  const environment = useChannel("app.environment", {});
  const info = useChannel("app.info", {});
  const drift = useChannel("sync.status", {}).data?.clockDriftMs ?? null;
  return (
    <Panel title={t("settings.about.title")}>
      {environment.data?.testBuild === true ? (
        <Notice kind="warn">{t("settings.about.testBuild")}</Notice>
      ) : null}
      <ErrorPanel error={environment.error ?? info.error} />
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

/** What is in the bundle, file by file and word for word, before anything is saved. */
function Contents() {
  const { t } = useTranslation();
  const formats = useFormats();
  const contents = useChannel("support.contents", {});
  if (contents.error !== null) return <ErrorPanel error={contents.error} />;
  if (contents.data === undefined) return <p className={classes.hint}>{t("settings.support.gathering")}</p>;
  return (
    <ul className={`${classes.codes} bare`}>
      {contents.data.files.map(({ name, bytes, text }) => (
        <li key={name}>
          <details>
            <summary>
              <bdi dir="ltr">{name}</bdi> <span className={classes.hint}>{formats.bytes(bytes)}</span>
            </summary>
            <Scrolled
              tag="pre"
              dir="ltr"
              className={`${classes.text} small breaks as-typed scroll text-start`}
            >
              {text}
            </Scrolled>
          </details>
        </li>
      ))}
    </ul>
  );
}

/** A bundle for the people who support the shop: facts and logs, never the books and never the token. */
export function SupportPanel() {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const contact = useSupportWords();
  const save = useSend("support.save");
  const path = save.data?.path ?? null;
  return (
    <Panel title={t("field.support")}>
      <div className={classes.stack}>
        {contact === undefined ? null : <p>{contact}</p>}
        <p className={classes.hint}>{t("settings.support.text")}</p>
        <div className="wrap gap-8">
          <Button variant="default" busy={save.isPending} onClick={() => save.mutate({})}>
            <SettingName of="settings.support.save" />
          </Button>
          <Button variant="subtle" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {t(shown ? "settings.support.hide" : "settings.support.show")}
          </Button>
        </div>
        {shown ? <Contents /> : null}
        <div aria-live="polite">
          {path === null ? null : (
            <Notice kind="good" title={t("settings.support.saved")}>
              <Code>{path}</Code>
            </Notice>
          )}
        </div>
        <ErrorPanel error={save.error} />
      </div>
    </Panel>
  );
}
