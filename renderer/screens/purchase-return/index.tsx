import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { Loading } from "../../ui/loading.tsx";
import { NotConnected } from "../../ui/not-connected.tsx";
import { Page } from "../../ui/page.tsx";
import { keptReturns, useActiveFrame, useReturns } from "./draft/returns-store.ts";
import { useCopy } from "./draft/use-copy.ts";
import { useReturnCorrection } from "./draft/use-correction.ts";
import { usePost } from "./posting/use-post.ts";
import { ReturnForm } from "./return-form.tsx";

/** Goods back to a supplier against an advance payment. */
export default function PurchaseReturnScreen() {
  const { t } = useTranslation();
  const { ready, connected, error, retry } = keptReturns.useKept();
  const correction = useReturnCorrection(ready);
  const copying = useCopy(ready);
  const draft = useActiveFrame();
  const posting = usePost();
  // With a panel in place of the lines nothing is posted: what would be sent is not what one sees.
  const covered = useReturns(({ panels, activeId }) => panels[activeId] !== undefined);
  const usable = ready && draft !== undefined;
  return (
    <Page
      title={t("purchaseReturn.title")}
      fill
      main={{
        words: t("purchaseReturn.post"),
        combo: "Mod+Enter",
        run: posting.post,
        busy: posting.posting,
        disabled: !usable || covered,
      }}
    >
      {error !== null ? (
        <ErrorPanel error={error} onRetry={retry} />
      ) : usable ? (
        <ReturnForm draft={draft} posting={posting} correctionError={correction.error} copying={copying} />
      ) : connected === false ? (
        <NotConnected />
      ) : (
        <Loading />
      )}
    </Page>
  );
}
