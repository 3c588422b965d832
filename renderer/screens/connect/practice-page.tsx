import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useChannel } from "../../client/queries.ts";
import { HelpLink } from "../../features/help/help-link.tsx";
import { LoadBackup } from "../../features/recovery/load-backup.tsx";
import { settingsPath } from "../../features/settings-sections.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "./connect.module.css";
import { PracticeBooks } from "./practice-books.tsx";
import { PracticeEnd } from "./practice-end.tsx";
import { PracticeTroubles } from "./practice-troubles.tsx";

/** What a move would do on two computers, with what one computer has. */
function MovePanel() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  return (
    <Panel title={t("rehearsal.move.title")}>
      <p className={classes.text}>{t("rehearsal.move.text")}</p>
      <ol className={classes.steps}>
        {(["step1", "step2", "step3", "step4"] as const).map((step) => (
          <li key={step}>{t(`rehearsal.move.${step}`)}</li>
        ))}
      </ol>
      <div className={classes.held}>
        <Button variant="default" onClick={() => navigate(settingsPath("backups"))}>
          {t("rehearsal.move.settings")}
        </Button>
        <HelpLink page="another-pc" />
      </div>
    </Panel>
  );
}

/** The sample shop's own page: trouble to rehearse, the books of its simulated central system, and the way out. */
export function PracticePage() {
  const { t } = useTranslation();
  const status = useChannel("practice.status", {}).data;
  return (
    <Page title={t("rehearsal.title")} description={t("rehearsal.description")}>
      {status?.active === false ? <p className={classes.text}>{t("rehearsal.off")}</p> : null}
      {status?.active === true ? (
        <div className={classes.columns}>
          <div className={classes.main}>
            <PracticeTroubles status={status} />
            <PracticeBooks />
          </div>
          <div className={classes.side}>
            <PracticeEnd />
            <MovePanel />
            <LoadBackup />
          </div>
        </div>
      ) : null}
    </Page>
  );
}
