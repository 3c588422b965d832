import { Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { EmptyState } from "../components/empty-state.tsx";
import { ErrorBoundary } from "../components/error-boundary.tsx";
import { Loading } from "../components/loading.tsx";
import { useChannel } from "../queries.ts";
import { RefusedBooks } from "../recovery/refused-books.tsx";
import classes from "./screen-outlet.module.css";
import { componentOf, fetchScreen, SCREEN_NAMES, screenOf } from "./screens.ts";

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

  return (
    <main ref={main} id="screen" className={classes.main} tabIndex={-1}>
      <ErrorBoundary key={name}>
        <Suspense fallback={<Loading />}>
          {refusal !== null && name !== "settings" ? (
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

/** The mark by which the benchmark knows that the window can be worked with. */
const INTERACTIVE_MARK = "counterside:interactive";

/** Comes with the first screen that is really there, not with its placeholder. */
function Shown(): null {
  useEffect(() => {
    if (performance.getEntriesByName(INTERACTIVE_MARK).length > 0) return;
    performance.mark(INTERACTIVE_MARK);
    // From here on there is time: every other screen opens at once when it is asked for.
    window.requestIdleCallback(() => {
      for (const name of SCREEN_NAMES)
        fetchScreen(name).catch((error: unknown) => console.error(name, error));
    });
  }, []);
  return null;
}
