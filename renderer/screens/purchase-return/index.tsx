import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { Loading } from "../../ui/loading.tsx";
import { NotConnected } from "../../ui/not-connected.tsx";
import { Page } from "../../ui/page.tsx";
import { DraftTabs } from "./draft-tabs.tsx";
import { ReturnForm } from "./return-form.tsx";
import { activeDraft, keptReturns, useReturns } from "./returns-store.ts";

/** Goods back to a supplier against an advance payment. */
export default function PurchaseReturnScreen() {
  const { t } = useTranslation();
  const { ready, connected, error, retry } = keptReturns.useKept();
  const usable = useReturns((state) => activeDraft(state) !== undefined) && ready;
  return (
    <Page title={t("nav.screen.purchase-return")} fill="low" tabs={usable ? <DraftTabs /> : undefined}>
      {error !== null ? (
        <ErrorPanel error={error} onRetry={retry} />
      ) : usable ? (
        <ReturnForm />
      ) : connected === false ? (
        <NotConnected />
      ) : (
        <Loading />
      )}
    </Page>
  );
}
