import { IconFileInvoice } from "@tabler/icons-react";
import { useCallback, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { focusOnceDrawn } from "../../lib/focus-once-drawn.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loading } from "../../ui/loading.tsx";
import { NotConnected } from "../../ui/not-connected.tsx";
import { Page } from "../../ui/page.tsx";
import { BegunEdits } from "./begun-edits.tsx";
import { CorrectionRefused } from "./correction-refused.tsx";
import { keptEdits } from "./edits-store.ts";
import classes from "./tax-voucher.module.css";
import { useVoucher } from "./use-voucher.ts";
import { useVoucherCorrection } from "./use-voucher-correction.ts";
import { useVoucherEdit } from "./use-voucher-edit.ts";
import { VoucherEditor } from "./voucher-editor.tsx";
import { VoucherFinder } from "./voucher-finder.tsx";

/** Finds a government-fees tax voucher and edits it, beside what was said and what waits. */
export default function TaxVoucherScreen() {
  const { t } = useTranslation();
  const [location, navigate] = useLocation();
  const named = location.split(/[/?]/)[2] ?? "";
  const serialNo = named === "" ? null : named;
  // The bare "?" leaves no query behind in the address.
  const open = useCallback(
    (serial: string) => navigate(`/tax-voucher/${serial}?`, { replace: true }),
    [navigate],
  );
  const { ready, connected, error, retry } = keptEdits.useKept();
  const correction = useVoucherCorrection(ready, open);
  const known = useVoucher(serialNo);
  const opened = useRef<HTMLDivElement>(null);
  const editing = useVoucherEdit(serialNo ?? "", known, () => {
    focusOnceDrawn(() => opened.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
  });
  const shown = () => {
    if (correction.refused !== null) return <CorrectionRefused refused={correction.refused} />;
    if (correction.error !== null) return <ErrorPanel error={correction.error} />;
    // The entry to correct is still being read.
    if (correction.entryId !== null || !ready) return <Loading />;
    if (serialNo === null)
      return (
        <EmptyState icon={IconFileInvoice} title={t("taxVoucher.choose")}>
          {t("taxVoucher.chooseText")}
        </EmptyState>
      );
    if (known.error !== null) return <ErrorPanel error={known.error} />;
    if (!known.ready) return <Loading />;
    return <VoucherEditor key={serialNo} serialNo={serialNo} known={known} editing={editing} />;
  };
  return (
    <Page
      title={t("taxVoucher.title")}
      fill
      main={{
        words: t("taxVoucher.send"),
        combo: "Mod+Enter",
        run: editing.send,
        busy: editing.busy,
        disabled: serialNo === null || !ready || !known.ready || !editing.changed,
      }}
    >
      {connected === false ? (
        <NotConnected />
      ) : (
        <div className={classes.screen}>
          <div className={classes.finder}>
            <VoucherFinder serialNo={serialNo} onOpen={open} />
            <BegunEdits serialNo={serialNo} onOpen={open} />
          </div>
          <div className={classes.opened} ref={opened}>
            {error === null ? shown() : <ErrorPanel error={error} onRetry={retry} />}
          </div>
        </div>
      )}
    </Page>
  );
}
