import { IconPlugConnected } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useChannel, useSend } from "../../client/queries.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loading } from "../../ui/loading.tsx";
import { Page } from "../../ui/page.tsx";
import { DecisionsPanel } from "./decisions-panel.tsx";
import classes from "./home.module.css";
import { LinkPanel, ReturnsPanel } from "./plots.tsx";
import { ReadinessPanel } from "./readiness-panel.tsx";
import { TodayPanel } from "./today-panel.tsx";
import { UnsentPanel } from "./unsent-panel.tsx";

/** The first screen of the first day. */
function Welcome() {
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

const MINUTE_MS = 60_000;

/** Where the counter stands, at a glance: decisions first, then what is unsent, then the rest. */
export default function HomeScreen() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const connection = useChannel("connection.get", {});
  const connected = connection.data !== undefined && connection.data !== null;
  // A day may end while this screen is open: "today" must be another then.
  const summary = useChannel("outbox.summary", {}, { enabled: connected, refetchInterval: MINUTE_MS });
  const failed = connection.error ?? summary.error;
  return (
    <Page
      title={t("home.title")}
      description={t("home.description")}
      main={{
        words: t("home.newReturn"),
        combo: "Mod+Enter",
        run: () => navigate("/purchase-return"),
        disabled: !connected,
      }}
    >
      {failed === null ? null : (
        <ErrorPanel
          error={failed}
          onRetry={() => void Promise.all([connection.refetch(), summary.refetch()])}
        />
      )}
      {connection.data === null ? <Welcome /> : null}
      {connected && summary.data === undefined && failed === null ? <Loading /> : null}
      {summary.data === undefined || !connected ? null : (
        <div className={classes.grid}>
          <DecisionsPanel />
          <UnsentPanel unsent={summary.data.unsentByCurrency} />
          <ReturnsPanel days={summary.data.days} />
          <LinkPanel attempts={summary.data.recentAttempts} />
          <div className={classes.wide}>
            <TodayPanel today={summary.data.days.at(-1)} />
          </div>
          <div className={classes.wide}>
            <ReadinessPanel />
          </div>
        </div>
      )}
    </Page>
  );
}
