import { IconFileInvoice, IconPencil } from "@tabler/icons-react";
import { useCallback, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { shownState } from "../../../contract/entry-states.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { focusOnceDrawn } from "../../lib/focus.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loading } from "../../ui/loading.tsx";
import { Name } from "../../ui/name.tsx";
import { NotConnected } from "../../ui/not-connected.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { keptEdits, useEdits } from "./edits-store.ts";
import classes from "./tax-voucher.module.css";
import { type RefusedCorrection, useVoucher, useVoucherCorrection } from "./use-voucher.ts";
import { useVoucherEdit } from "./use-voucher-edit.ts";
import { VoucherEditor } from "./voucher-editor.tsx";
import { VoucherFinder } from "./voucher-finder.tsx";

/** Why an entry can't be corrected, and the ways that are left. */
function CorrectionRefused({ refused: { reason, entry } }: { refused: RefusedCorrection }) {
  const { t } = useTranslation();
  const { entryId, serialNo, correctedByEntryId } = entry;
  const mayChange = serialNo !== null && entry.kind === "taxVoucher" && reason !== "mayBeInTheBooks";
  return (
    <div role="alert" data-testid="correction-refused">
      <Notice kind="warn" title={t("taxVoucher.cantCorrect.title")}>
        <p className={`${classes.plain} dim`}>
          <StateBadge state={shownState(entry)} />
        </p>
        <p className={`${classes.plain} dim`}>{t(`taxVoucher.cantCorrect.${reason}`)}</p>
        <p className={`${classes.ways} wrap gap-0-16 after-4`}>
          {mayChange ? (
            <Link href={`/tax-voucher/${serialNo}?`}>{t("taxVoucher.cantCorrect.newChange")}</Link>
          ) : null}
          {correctedByEntryId === null ? null : (
            <Link href={`/outbox/${correctedByEntryId}`}>{t("taxVoucher.cantCorrect.replacement")}</Link>
          )}
          <Link href={`/outbox/${entryId}`}>{t("taxVoucher.cantCorrect.entry")}</Link>
        </p>
      </Notice>
    </div>
  );
}

interface BegunEditsProps {
  serialNo: string | null;
  onOpen: (serialNo: string) => void;
}

/** Edits that were begun and not sent, each one key press away. Nothing where there are none. */
function BegunEdits({ serialNo, onOpen }: BegunEditsProps) {
  const { t } = useTranslation();
  const drafts = useEdits((state) => state.drafts);
  const begun = drafts.filter((draft) => draft.serialNo !== serialNo?.toLowerCase());
  if (begun.length === 0) return null;
  return (
    <section
      className={`${classes.begun} scroll-y fixed sheet`}
      aria-label={t("taxVoucher.begun", { count: begun.length })}
    >
      <h2 className={`${classes.begunTitle} small strong`}>
        {t("taxVoucher.begun", { count: begun.length })}
      </h2>
      <ul>
        {begun.map(({ serialNo: begunNo, edit }) => (
          <li key={begunNo}>
            <button type="button" data-testid={`begun-${begunNo}`} onClick={() => onOpen(begunNo)}>
              <IconPencil size="1rem" stroke={1.8} aria-hidden="true" />
              <Name>{edit.note.split("\n", 1)[0] || "—"}</Name>
              <bdi className="note mono" dir="ltr">{`…${begunNo.slice(-8)}`}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

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
      title={t("nav.screen.tax-voucher")}
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
        <div className={`${classes.screen} grid gap-16 min-h-0`}>
          <div className={`${classes.finder} column gap-12 min-h-0`}>
            <VoucherFinder serialNo={serialNo} onOpen={open} />
            <BegunEdits serialNo={serialNo} onOpen={open} />
          </div>
          <div className="scroll-y min-h-0" ref={opened}>
            {error === null ? shown() : <ErrorPanel error={error} onRetry={retry} />}
          </div>
        </div>
      )}
    </Page>
  );
}
