import { IconFileInvoice } from "@tabler/icons-react";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Loading } from "../../components/loading.tsx";
import { NotConnected } from "../../components/not-connected.tsx";
import { Page } from "../../components/page.tsx";
import { useChannel } from "../../queries.ts";
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
  const correction = useVoucherCorrection(open);
  const connected = useChannel("connection.get", {}).data !== null;
  const known = useVoucher(serialNo);
  const editing = useVoucherEdit(serialNo ?? "", known);
  return (
    <Page
      title={t("taxVoucher.title")}
      fill
      main={{
        words: t("taxVoucher.send"),
        combo: "Mod+Enter",
        run: editing.send,
        busy: editing.busy,
        disabled: serialNo === null || !known.ready || !editing.changed,
      }}
    >
      {connected ? (
        <div className={classes.screen}>
          <VoucherFinder serialNo={serialNo} onOpen={open} />
          <div className={classes.opened}>
            {correction.error === null ? null : <ErrorPanel error={correction.error} />}
            {serialNo === null ? (
              <EmptyState icon={IconFileInvoice} title={t("taxVoucher.choose")}>
                {t("taxVoucher.chooseText")}
              </EmptyState>
            ) : known.error !== null ? (
              <ErrorPanel error={known.error} />
            ) : known.ready ? (
              <VoucherEditor key={serialNo} serialNo={serialNo} known={known} editing={editing} />
            ) : (
              <Loading />
            )}
          </div>
        </div>
      ) : (
        <NotConnected />
      )}
    </Page>
  );
}
