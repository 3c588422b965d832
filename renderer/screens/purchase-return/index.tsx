import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { Loading } from "../../ui/loading.tsx";
import { NotConnected } from "../../ui/not-connected.tsx";
import { Page } from "../../ui/page.tsx";
import { useCopy, useReturnCorrection, useTemplate, useUsual, useWished } from "./begin.ts";
import { DraftTabs } from "./draft-tabs.tsx";
import { usePost } from "./post.ts";
import { ReturnForm } from "./return-form.tsx";
import { keptReturns, openPanel, useActiveFrame } from "./returns-store.ts";

/** Goods back to a supplier against an advance payment. */
export default function PurchaseReturnScreen() {
  const { t } = useTranslation();
  const { ready, connected, error: notRead, retry } = keptReturns.useKept();
  const correction = useReturnCorrection(ready);
  const copying = useCopy(ready);
  useWished(useUsual(ready));
  useTemplate(ready);
  const draft = useActiveFrame();
  const posting = usePost();
  const [error, setError] = useState<unknown>(null);
  const usable = ready && draft !== undefined;
  return (
    <Page
      title={t("purchaseReturn.title")}
      fill="low"
      tabs={
        usable ? (
          <DraftTabs
            disabled={posting.posting}
            onError={setError}
            onPanel={(kind) => openPanel(draft.draftId, { kind })}
          />
        ) : undefined
      }
    >
      {notRead !== null ? (
        <ErrorPanel error={notRead} onRetry={retry} />
      ) : usable ? (
        <ReturnForm
          draft={draft}
          posting={posting}
          correctionError={correction.error}
          copying={copying}
          error={error}
          onError={setError}
        />
      ) : connected === false ? (
        <NotConnected />
      ) : (
        <Loading />
      )}
    </Page>
  );
}
