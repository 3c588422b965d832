import { Switch, Tooltip } from "@mantine/core";
import { IconSchool } from "@tabler/icons-react";
import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { useChannel, useSend } from "../../client/queries.ts";
import { useSettings } from "../../client/settings.ts";
import { rememberPlace } from "../../features/help-topics.ts";
import { WhoWorks } from "../../features/people/who-works.tsx";
import { PinLock } from "../../features/pin/pin-lock.tsx";
import { RecoveryNotice } from "../../features/recovery/recovery-notice.tsx";
import { RefusedBooks } from "../../features/recovery/refused-books.tsx";
import { holdTyping } from "../../features/scanning/held-typing.ts";
import { useShortcut } from "../../shortcuts/use-shortcut.ts";
import { EmptyState, Loading } from "../../ui/empty-state.tsx";
import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import classes from "./app-shell.module.css";
import { EarlyNoticeBar, EngineNotice } from "./early-notice-bar.tsx";
import { componentOf, fetchScreen, SCREEN_NAMES, type ScreenName, screenOf } from "./screens.ts";
import { SHEET_COMBO, SideNavigation } from "./side-navigation.tsx";
import { StatusPill } from "./status-pill.tsx";

const Deferred = lazy(() => firstScreen.then(() => import("./deferred.tsx")));

const FenceNotice = lazy(() => firstScreen.then(() => import("../../features/shop-folder/fence-notice.tsx")));

const CrashNotice = lazy(() => firstScreen.then(() => import("../../features/crash-notice.tsx")));

async function openPalette(): Promise<void> {
  const isWanted = holdTyping("everything");
  const palette = await import("./command-palette.tsx");
  if (isWanted()) palette.openPalette();
}

/** The frame around every screen: navigation, the header that tells the truth, and the screen. */
export function AppShell() {
  const { t } = useTranslation();
  const [sheetOpen, setSheetOpen] = useState(false);
  const { menu } = useSettings();
  // They work from the first moment on; what they open may still be on its way.
  const openSheet = () => setSheetOpen(true);
  useShortcut({
    combo: SHEET_COMBO,
    words: t("components.sheet.sheet"),
    scope: "everywhere",
    run: openSheet,
  });
  useShortcut({
    combo: "Mod+K",
    words: t("nav.search"),
    scope: "everywhere",
    run: () => void openPalette(),
  });
  return (
    <div className={`${classes.app} h-full`}>
      <button
        type="button"
        className={`${classes.skip} ink absolute pad-12-16 surface`}
        onClick={skipToScreen}
      >
        {t("nav.skip")}
      </button>
      <div className={`${classes.grid} grid h-full`} data-menu={menu}>
        <SideNavigation onPalette={openPalette} onSheet={openSheet} />
        <div className={`${classes.column} grid min-w-0 min-h-0`}>
          <AppHeader />
          <EngineNotice />
          <RecoveryNotice />
          <div>
            <Suspense fallback={null}>
              <FenceNotice />
            </Suspense>
            <Suspense fallback={null}>
              <CrashNotice />
            </Suspense>
          </div>
          <EarlyNoticeBar />
          <ScreenOutlet />
          <div className={`${classes.toasts} clip relative`}>
            <Suspense fallback={null}>
              <Deferred sheetOpen={sheetOpen} onSheet={setSheetOpen} />
            </Suspense>
          </div>
        </div>
      </div>
    </div>
  );
}

/** A link's fragment would be the router's, so the jump is made by hand. */
function skipToScreen(): void {
  document.querySelector<HTMLElement>("main h1, main")?.focus();
}

/** Marks every screen of the sample shop, and lets an outage be tried. */
function PracticeBadge() {
  const { t } = useTranslation();
  const status = useChannel("practice.status", {}).data;
  const setUp = useSend("practice.setServiceUp");
  const up = status?.serviceUp ?? false;
  return (
    <div className={`${classes.practice} line gap-12 min-w-0`}>
      <Tooltip label={t("status.practice.explain")} multiline w={280}>
        <Link href="/connect/practice" className={`${classes.mark} unlined inline target`}>
          <span className={`${classes.badge} small nowrap inline gap-6 rounded`}>
            <IconSchool size="1rem" stroke={1.8} aria-hidden="true" />
            {t("status.practice.badge")}
          </span>
        </Link>
      </Tooltip>
      {status?.active === true ? (
        // Never disabled while it works: that would take the focus away from the person who pressed it.
        <Switch
          checked={up}
          onChange={(event) => {
            if (!setUp.isPending) setUp.mutate({ up: event.currentTarget.checked });
          }}
          label={up ? t("status.practice.up") : t("status.practice.down")}
          aria-label={t("status.practice.switch")}
          title={t("status.practice.switchHint")}
          classNames={{ body: "middle target", label: `${classes.label} note nowrap` }}
        />
      ) : null}
      {status?.trouble == null ? null : (
        <Link href="/connect/practice" className={`${classes.trouble} small nowrap cut`}>
          {t(`status.practice.trouble.${status.trouble}`)}
        </Link>
      )}
    </div>
  );
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** Whose books these are, whether they are real, and the state of sending. */
function AppHeader() {
  const { t } = useTranslation();
  const connection = useChannel("connection.get", {}).data ?? null;
  return (
    <header className={`${classes.header} clip line gap-16 line-below`}>
      {connection?.practice === true ? <PracticeBadge /> : null}
      {connection === null || connection.practice ? null : (
        <p className={`${classes.whose} note wrap min-w-0`}>
          {t("nav.whose", { tenant: String(connection.tenantId), user: String(connection.userId) })}
          <bdi className="faint cut">{hostOf(connection.serviceUrl)}</bdi>
        </p>
      )}
      <div className="line gap-8 min-w-0 push">
        <WhoWorks />
        <PinLock />
        <StatusPill />
      </div>
    </header>
  );
}

// The moment from which there is time: the first screen is drawn, with what it has to show.

/** The mark by which the benchmark knows that the window can be worked with. */
const INTERACTIVE_MARK = "counterside:interactive";
/** A first screen that is not complete by then keeps the rest waiting no longer. */
const PATIENCE_MS = 2_000;

let settle: () => void = () => undefined;
const drawn = new Promise<void>((resolve) => {
  settle = resolve;
});

/** Settles when the first screen is drawn, or takes too long. */
const firstScreen: Promise<void> = Promise.race([
  drawn,
  new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS)),
]);

/**
 * To be called when the first screen is drawn and none of its questions is open (`isComplete`, asked again once it is
 * painted). Sets the mark, once.
 */
function firstScreenDrawn(isComplete: () => boolean): void {
  // A frame's callbacks run before it is painted, a task after them follows the paint.
  requestAnimationFrame(() =>
    setTimeout(() => {
      if (!isComplete() || performance.getEntriesByName(INTERACTIVE_MARK).length > 0) return;
      performance.mark(INTERACTIVE_MARK);
      settle();
    }),
  );
}

/** One component as long as it is shown: another, once the screen is fetched, would begin it anew. */
function Screen({ name }: { name: ScreenName }) {
  const [Component] = useState(() => componentOf(name));
  return <Component />;
}

/** The screen of the location. A screen that fails says so and leaves the frame standing. */
function ScreenOutlet() {
  const { t } = useTranslation();
  const [location] = useLocation();
  const main = useRef<HTMLElement>(null);
  const name = screenOf(location);
  // Asked again whenever the engine came up or the connection changed (live-events.ts).
  const refusal = useChannel("recovery.refusal", {}).data ?? null;

  useEffect(() => {
    if (name !== null) document.title = `${t(`nav.screen.${name}`)} — ${t("common.appName")}`;
    main.current?.scrollTo({ top: 0 });
  }, [name, t]);
  useEffect(() => {
    if (name !== "help") rememberPlace(location);
  }, [name, location]);

  return (
    <main ref={main} id="screen" className={`${classes.main} scroll-y min-h-0 relative`} tabIndex={-1}>
      <ErrorBoundary key={name}>
        <Suspense fallback={<Loading />}>
          {refusal !== null && name !== "settings" && name !== "help" ? (
            <RefusedBooks refusal={refusal} />
          ) : name === null ? (
            <EmptyState title={t("nav.notFound")} />
          ) : (
            <Screen key={name} name={name} />
          )}
          <Shown />
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}

/**
 * Comes with the first screen that is really there, not with its placeholder, and waits for what it asks. Then it is
 * gone: what counts the open questions is notified of every one, at every key.
 */
function Shown() {
  const [isComplete, setComplete] = useState(false);
  useEffect(() => {
    let isHere = true;
    void firstScreen.then(() => {
      if (isHere) setComplete(true);
    });
    return () => {
      isHere = false;
    };
  }, []);
  return isComplete ? null : <Awaited />;
}

function Awaited(): null {
  const client = useQueryClient();
  const open = useIsFetching();
  useEffect(() => {
    if (open === 0) firstScreenDrawn(() => client.isFetching() === 0);
  }, [open, client]);
  return null;
}

// Then every other screen is fetched, to open at once when it is asked for.
firstScreen.then(() =>
  window.requestIdleCallback(() => {
    for (const name of SCREEN_NAMES) fetchScreen(name).catch((error: unknown) => console.error(name, error));
  }),
);
