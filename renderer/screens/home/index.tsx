import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { NEWEST } from "../../../contract/first-questions.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { Amount, longestFraction, useMoneyText } from "../../features/amount.tsx";
import { ErrorPanel } from "../../features/help.tsx";
import { Loading } from "../../ui/empty-state.tsx";
import { KindName } from "../../ui/name.tsx";
import { Page, Panel } from "../../ui/page.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { ConnectionStrip } from "./connection-strip.tsx";
import { DayEntries } from "./day-entries.tsx";
import type { Day } from "./day-plots.tsx";
import { DecisionsPanel, WaitingLists } from "./decisions-panel.tsx";
import { ExpiringPanel } from "./expiring-panel.tsx";
import { FirstSteps } from "./first-steps.tsx";
import classes from "./home.module.css";
import { ReadinessPanel } from "./readiness-panel.tsx";
import { withoutValue } from "./undecided.ts";

/** The value that is not in the service's books yet, by currency and age; nothing where all is. */
function UnsentPanel({ unsent }: { unsent: ChannelOutput<"outbox.summary">["unsentByCurrency"] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const rest = withoutValue(useChannel("sync.status", {}).data?.counts, unsent);
  if (unsent.length === 0 && rest === 0) return null;
  const room = longestFraction(
    unsent.map(({ amount }) => amount),
    3,
  );
  return (
    <Panel title={t("home.unsent.title")} aside={t("home.unsent.note")}>
      {unsent.length === 0 ? null : (
        <table className={`${classes.table} w-full`}>
          <thead>
            <tr>
              <th scope="col">{t("field.entry")}</th>
              <th scope="col">{t("home.unsent.oldest")}</th>
              <th scope="col" className={classes.number}>
                {t("field.entries")}
              </th>
              <th scope="col" className={classes.number}>
                {t("field.value")}
              </th>
            </tr>
          </thead>
          <tbody>
            {unsent.map((row) => (
              <tr key={`${row.kind} ${row.currencyId}`}>
                <td>
                  <KindName kind={row.kind} />
                </td>
                <td>
                  <TimeAgo at={row.oldestAt} />
                </td>
                <td className={classes.number}>{formats.count(row.entries)}</td>
                <td className={classes.number}>
                  <Amount value={row.amount} currencyId={row.currencyId} align={room} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rest === 0 ? null : (
        <p className="after-8">
          <Link href="/outbox">{t("home.unsent.without", { count: rest })}</Link>
        </p>
      )}
    </Panel>
  );
}

/** The sentence; null while the figures are not known. */
function useOpening(summary: ChannelOutput<"outbox.summary"> | undefined): string | null {
  const { t } = useTranslation();
  const formats = useFormats();
  const money = useMoneyText();
  const counts = useChannel("sync.status", {}).data?.counts;
  if (summary === undefined || counts === undefined) return null;
  const decisions = counts.outcome_unknown + counts.dead_letter;
  const waiting = counts.pending + counts.in_flight + counts.retry_wait;
  // A changed voucher's amount is no money that is to come: returns only.
  const amounts = summary.unsentByCurrency
    .filter(({ kind }) => kind === "purchaseReturn")
    .map(({ amount, currencyId }) => money(amount, currencyId));
  const parts = [
    decisions === 0 ? null : t("home.say.decisions", { count: decisions }),
    amounts.length > 0
      ? t("home.say.amounts", { amounts: formats.list(amounts) })
      : waiting > 0
        ? t("home.say.waiting", { count: waiting })
        : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? t("home.say.clear") : parts.join(" ");
}

const COUNTED = ["purchaseReturns", "taxVouchers", "restores"] as const;

/** What was done today, confirmed or not, and what was begun. */
function TodayPanel({ today }: { today: ChannelOutput<"outbox.summary">["days"][number] | undefined }) {
  const { t } = useTranslation();
  const begun = useChannel("draft.list", {}).data?.drafts ?? [];
  const drafts = begun.filter(({ kind }) => kind === "purchaseReturn").length;
  const done = COUNTED.map((kind) => ({ kind, count: today?.[kind] ?? 0 })).filter(({ count }) => count > 0);
  const edits = begun.filter(({ kind }) => kind === "taxVoucher").length;
  return (
    <Panel title={t("home.today.title")} aside={done.length === 0 ? undefined : t("home.today.note")}>
      {done.length === 0 ? (
        <p className="dim">{t("home.today.nothing")}</p>
      ) : (
        <ul className="grid gap-8 list">
          {done.map(({ kind, count }) => (
            <li key={kind}>{t(`home.today.${kind}`, { count })}</li>
          ))}
        </ul>
      )}
      {drafts === 0 ? null : (
        <Link href="/purchase-return" className={classes.link}>
          {t("home.today.drafts", { count: drafts })}
        </Link>
      )}
      {edits === 0 ? null : (
        <Link href="/tax-voucher" className={classes.link}>
          {t("home.today.edits", { count: edits })}
        </Link>
      )}
      <Link href="/activity/days" className={classes.link}>
        {t("days.title")}
      </Link>
    </Panel>
  );
}

/** Fetched once the screen is there: the chart library is no part of the start. */
const ShopLists = lazy(() => import("./shop-lists.tsx"));
const DayPlots = lazy(() => import("./day-plots.tsx"));

const MINUTE_MS = 60_000;

const enteredOn = (day: Day | undefined): number =>
  day === undefined ? 0 : day.purchaseReturns + day.taxVouchers + day.restores;

/** How the counter is, in one sentence; beneath it what a person must decide, and at the side whether all is ready. */
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
      title={isFirstDay ? t("home.first.title") : (opening ?? t("nav.screen.home"))}
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
      <ErrorPanel
        error={failed}
        onRetry={() => void Promise.all([connection.refetch(), summary.refetch()])}
      />
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
              {isFirstDay && !needsSignIn ? <WaitingLists /> : <DecisionsPanel />}
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
              <Suspense fallback={null}>
                <ShopLists />
              </Suspense>
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
