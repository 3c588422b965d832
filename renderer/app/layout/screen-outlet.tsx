import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useChannel } from "../../client/queries.ts";
import { rememberPlace } from "../../features/help/help-topics.ts";
import { RefusedBooks } from "../../features/recovery/refused-books.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { Loading } from "../../ui/loading.tsx";
import classes from "./screen-outlet.module.css";
import { componentOf, fetchScreen, SCREEN_NAMES, screenOf } from "./screens.ts";

// The moment from which there is time: the first screen stands, with what it has to show.

/** The mark by which the benchmark knows that the window can be worked with. */
const INTERACTIVE_MARK = "counterside:interactive";
/** A first screen that is not complete by then keeps the rest waiting no longer. */
const PATIENCE_MS = 2_000;

let settle: () => void = () => undefined;
const stands = new Promise<void>((resolve) => {
  settle = resolve;
});

/** Settles when the first screen stands, or takes too long. */
export const firstScreen: Promise<void> = Promise.race([
  stands,
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

/** The screen of the location. A screen that fails says so and leaves the frame standing. */
export function ScreenOutlet() {
  const { t } = useTranslation();
  const [location] = useLocation();
  const main = useRef<HTMLElement>(null);
  const name = screenOf(location);
  const Screen = name === null ? null : componentOf(name);
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
          ) : Screen === null ? (
            <EmptyState title={t("nav.notFound")} />
          ) : (
            <Screen />
          )}
          <Shown />
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}

/**
 * Comes with the first screen that is really there, not with its placeholder, and waits for what it asks. Then it is
 * gone: whoever counts the open questions is told of every one, at every key.
 */
function Shown() {
  const [stands, setStands] = useState(false);
  useEffect(() => {
    let isHere = true;
    void firstScreen.then(() => {
      if (isHere) setStands(true);
    });
    return () => {
      isHere = false;
    };
  }, []);
  return stands ? null : <Awaited />;
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
