import { lazy, Suspense, useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useMay } from "../../client/may.ts";
import { useChannel } from "../../client/queries.ts";
import { ErrorPanel } from "../../features/help.tsx";
import { AllowanceNote } from "../../features/people/allowance-note.tsx";
import { Loading } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { ConnectionForm } from "./connection-form.tsx";
import { PracticePage } from "./practice-page.tsx";
import { LeadHome } from "./use-connection-form.ts";

/** One object for good: the form starts anew with another one. */
const NOTHING = {};
const PRACTICE_PATH = "/connect/practice";
const TAKEOVER_PATH = "/connect/takeover";
/** Fetched when it is asked for: most shops have no shop folder. */
const TakeoverPage = lazy(() => import("./takeover-page.tsx"));

/** The service connection, and beneath it the pages of practice mode and of a takeover. */
export default function ConnectScreen() {
  const [location, navigate] = useLocation();
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const leadHome = useCallback(() => {
    if (isOpen.current) navigate("/home");
  }, [navigate]);
  if (location === TAKEOVER_PATH)
    return (
      <Suspense fallback={<Loading />}>
        <TakeoverPage />
      </Suspense>
    );
  return <LeadHome value={leadHome}>{location === PRACTICE_PATH ? <PracticePage /> : <Connect />}</LeadHome>;
}

/** Who we are to which service. The form starts once it is known what is held now, so nothing is overwritten. */
function Connect() {
  const { t } = useTranslation();
  const connection = useChannel("connection.get", {});
  const vault = useChannel("vault.status", {});
  const policy = useChannel("ownerPolicy.get", {});
  const may = useMay("settings");
  if (may === "never")
    return (
      <Page title={t("nav.screen.connect")} description={t("connect.description")}>
        <AllowanceNote of={may} />
      </Page>
    );
  if (connection.data !== undefined && vault.data !== undefined && policy.data !== undefined)
    return (
      <ConnectionForm
        key={connection.data === null ? "none" : `${connection.data.tenantId} ${connection.data.serviceUrl}`}
        connection={connection.data}
        vault={vault.data}
        fixed={policy.data.state === "holds" ? policy.data.policy : NOTHING}
      />
    );
  const failed = connection.error ?? vault.error ?? policy.error;
  return (
    <Page title={t("nav.screen.connect")} description={t("connect.description")}>
      {failed === null ? (
        <Loading />
      ) : (
        <ErrorPanel
          error={failed}
          onRetry={() => void Promise.all([connection.refetch(), vault.refetch(), policy.refetch()])}
        />
      )}
    </Page>
  );
}
