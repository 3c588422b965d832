import { IconPlugConnected } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { useSend } from "../../queries.ts";
import classes from "./home.module.css";

/** The first screen of the first day. */
export function Welcome() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const practice = useSend("practice.start");
  return (
    <>
      <EmptyState
        title={t("home.welcome.title")}
        icon={IconPlugConnected}
        action={
          <div className={classes.buttons}>
            <Button onClick={() => navigate("/connect")}>{t("home.welcome.connect")}</Button>
            <Button variant="default" busy={practice.isPending} onClick={() => practice.mutate({})}>
              {t("home.welcome.practice")}
            </Button>
          </div>
        }
      >
        {t("home.welcome.text")}
      </EmptyState>
      {practice.error === null ? null : <ErrorPanel error={practice.error} />}
    </>
  );
}
