import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { Code } from "../../components/code.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Notice } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { useChannel, useSend } from "../../queries.ts";
import classes from "./settings.module.css";

/** What is in the bundle, file by file, before anything is saved. */
function Contents() {
  const { t } = useTranslation();
  const formats = useFormats();
  const contents = useChannel("support.contents", {});
  if (contents.error !== null) return <ErrorPanel error={contents.error} />;
  if (contents.data === undefined) return <p className={classes.hint}>{t("settings.support.gathering")}</p>;
  return (
    <ul className={classes.codes}>
      {contents.data.files.map(({ name, bytes }) => (
        <li key={name} className={classes.line}>
          <Code>{name}</Code>
          <span className={classes.hint}>{formats.bytes(bytes)}</span>
        </li>
      ))}
    </ul>
  );
}

/** A bundle for whoever supports the shop: facts and logs, never the books and never the token. */
export function SupportPanel() {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const save = useSend("support.save");
  const path = save.data?.path ?? null;
  return (
    <Panel title={t("settings.support.title")}>
      <div className={classes.stack}>
        <p className={classes.hint}>{t("settings.support.text")}</p>
        <div className={classes.buttons}>
          <Button variant="default" busy={save.isPending} onClick={() => save.mutate({})}>
            {t("settings.support.save")}
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
        {save.error === null ? null : <ErrorPanel error={save.error} />}
      </div>
    </Panel>
  );
}
