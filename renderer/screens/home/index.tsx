import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useChannel } from "../../client/queries.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { Loading } from "../../ui/loading.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ConnectionStrip } from "./connection-strip.tsx";
import { DayEntries } from "./day-entries.tsx";
import { DecisionsPanel } from "./decisions-panel.tsx";
import { ExpiringPanel } from "./expiring-panel.tsx";
import { FirstSteps } from "./first-steps.tsx";
import classes from "./home.module.css";
import type { Day } from "./last-days.ts";
import { ReadinessPanel } from "./readiness-panel.tsx";
import { TodayPanel } from "./today-panel.tsx";
import { NEWEST } from "./undecided.ts";
import { UnsentPanel } from "./unsent-panel.tsx";
import { useOpening } from "./use-opening.ts";

/** Fetched once the screen is there: the chart library is no part of the start. */
const DayPlots = lazy(() => import("./day-plots.tsx"));

const MINUTE_MS = 60_000;

const enteredOn = (day: Day | undefined): number =>
  day === undefined ? 0 : day.purchaseReturns + day.taxVouchers + day.restores;

/** Where the counter stands, in one sentence; beneath it what a person must decide, and at the side whether all is ready. */
export default function HomeScreen() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const connection = useChannel("connection.get", {});
  const connected = connection.data !== undefined && connection.data !== null;
  // A day may end while this screen is open: "today" must be another then.
  const summary = useChannel("outbox.summary", {}, { enabled: connected, refetchInterval: MINUTE_MS });
  const entered = useChannel("outbox.list", NEWEST, { enabled: connected }).data?.entries;
  const kinds = useChannel("mirror.counts", {}).data?.kinds;
  const opening = useOpening(summary.data);
  const needsSignIn = useChannel("sync.status", {}).data?.state === "sign_in_needed";
  const failed = connection.error ?? summary.error;
  const isFirstDay = connection.data === null || (connected && entered?.length === 0);
  return (
    <Page
      title={isFirstDay ? t("home.first.title") : (opening ?? t("home.title"))}
      sentence={!isFirstDay}
      {...(isFirstDay
        ? {}
        : {
            main: {
              words: t("home.newReturn"),
              combo: "Mod+Enter",
              run: () => navigate("/purchase-return"),
              disabled: !connected,
            },
          })}
    >
      {failed === null ? null : (
        <ErrorPanel
          error={failed}
          onRetry={() => void Promise.all([connection.refetch(), summary.refetch()])}
        />
      )}
      {connected && (summary.data === undefined || entered === undefined) && failed === null ? (
        <div className={classes.grid}>
          {(["home.decide.title", "home.ready.title"] as const).map((title) => (
            <Panel key={title} title={t(title)}>
              <Loading />
            </Panel>
          ))}
        </div>
      ) : null}
      {summary.data === undefined || !connected || entered === undefined ? (
        isFirstDay && <FirstSteps connected={false} hasProducts={false} />
      ) : (
        <>
          <div className={classes.grid}>
            <div className="grid gap-16 min-w-0">
              {isFirstDay && !needsSignIn ? null : <DecisionsPanel />}
              {isFirstDay ? (
                <FirstSteps
                  connected
                  hasProducts={kinds?.some(({ kind, live }) => kind === "product" && live > 0) ?? false}
                />
              ) : (
                <>
                  <UnsentPanel unsent={summary.data.unsentByCurrency} />
                  <DayEntries newest={entered} count={enteredOn(summary.data.days.at(-1))} />
                  <Suspense fallback={null}>
                    <DayPlots days={summary.data.days} />
                  </Suspense>
                </>
              )}
            </div>
            <div className="grid gap-16 min-w-0">
              <ReadinessPanel />
              {isFirstDay ? null : <TodayPanel today={summary.data.days.at(-1)} />}
              <ExpiringPanel />
            </div>
          </div>
          {isFirstDay ? null : <ConnectionStrip attempts={summary.data.recentAttempts} />}
        </>
      )}
    </Page>
  );
}
