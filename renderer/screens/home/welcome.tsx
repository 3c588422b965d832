import { IconPlugConnected } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useSend } from "../../client/queries.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import classes from "./home.module.css";

/** The first screen of the first day. */
export function Welcome() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const practice = useSend("practice.start");
  const first = useRef<HTMLButtonElement>(null);
  // There is nothing else to do here: the first key can be Enter.
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <EmptyState
        title={t("home.welcome.title")}
        icon={IconPlugConnected}
        action={
          <div className={classes.buttons}>
            <Button ref={first} data-testid="welcome-connect" onClick={() => navigate("/connect")}>
              {t("home.welcome.connect")}
            </Button>
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
