import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useChannel } from "../../client/queries.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { Loading } from "../../ui/loading.tsx";
import { Page } from "../../ui/page.tsx";
import { DecisionsPanel } from "./decisions-panel.tsx";
import classes from "./home.module.css";
import { LinkPanel } from "./link-panel.tsx";
import { ReadinessPanel } from "./readiness-panel.tsx";
import { ReturnsPanel } from "./returns-panel.tsx";
import { TodayPanel } from "./today-panel.tsx";
import { UnsentPanel } from "./unsent-panel.tsx";
import { Welcome } from "./welcome.tsx";

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
