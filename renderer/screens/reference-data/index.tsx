import { Tabs } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { lazy, Suspense, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useMay } from "../../client/may.ts";
import { useChannel } from "../../client/queries.ts";
import { useListFocus } from "../../features/list-table.tsx";
import { WhereCostsShown } from "../../features/people/allowance-note.tsx";
import { Loading } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Views } from "../../ui/views.tsx";
import { ImportPanel } from "./import/import-panel.tsx";
import { useImportPanel } from "./import/use-import-panel.ts";
import { BalanceTable } from "./lists/balance-table.tsx";
import { MirrorTable } from "./lists/mirror-table.tsx";
import { PurchaseTable } from "./lists/purchase-table.tsx";
import { SearchBar } from "./lists/search-bar.tsx";
import { StockTable } from "./lists/stock-table.tsx";
import { VoucherTable } from "./lists/voucher-table.tsx";
import classes from "./reference-data.module.css";
import {
  REFERENCE_DATA_TABS,
  type ReferenceDataTab,
  tabOf,
  useReferenceData,
} from "./reference-data-state.ts";

const TYPING_MS = 20;

function TabTable({ tab, onStock }: { tab: ReferenceDataTab; onStock: (productId: string) => void }) {
  const { text, shown } = useReferenceData();
  const [asked] = useDebouncedValue(text.trim(), TYPING_MS);
  switch (tab) {
    case "stock":
      return <StockTable text={asked} />;
    case "purchase":
      return <PurchaseTable text={asked} />;
    case "balance":
      return (
        <WhereCostsShown>
          <BalanceTable text={asked} />
        </WhereCostsShown>
      );
    case "taxVoucher":
      return <VoucherTable text={asked} />;
    default:
      return <MirrorTable kind={tab} text={asked} shown={shown} onStock={onStock} />;
  }
}

/** Fetched when it is asked for: most shops have no shop folder. */
const ChangesPage = lazy(() => import("./changes-page.tsx"));

/** What this counter knows of the shop, and beneath it what a list from the shop folder would change. */
export default function ReferenceDataScreen() {
  const [, , page, name = ""] = useLocation()[0].split(/[/?]/);
  return page === "changes" ? (
    <Suspense fallback={<Loading />}>
      <ChangesPage name={name} />
    </Suspense>
  ) : (
    <Lists />
  );
}

/** The lists, and how they get here. */
function Lists() {
  const { t } = useTranslation();
  const [location, navigate] = useLocation();
  const tab = tabOf(location.split(/[/?]/)[2]);
  const connected = useChannel("connection.get", {}).data !== null;
  // How many live records a kind has, where that is counted.
  const counts = useChannel("mirror.counts", {}).data?.kinds;
  const panel = useImportPanel(tab);
  const mayImport = useMay("import");
  const mainWords = !panel.open
    ? t("referenceData.import.title")
    : t(panel.file === null ? "referenceData.import.choose" : "referenceData.preview.import");
  const field = useRef<HTMLInputElement>(null);
  const { list, toList } = useListFocus();
  const show = (next: ReferenceDataTab) => navigate(`/reference-data/${next}`, { replace: true });
  const showStock = (productId: string) => {
    useReferenceData.setState({ text: productId });
    show("stock");
    field.current?.focus();
  };
  return (
    <Page
      connected={connected}
      fill
      title={t("nav.screen.reference-data")}
      description={t("referenceData.description")}
      {...(mayImport === "never"
        ? {}
        : {
            main: {
              words: mainWords,
              combo: "Mod+Enter",
              run: panel.begin,
              testId: "reference-data-import",
              disabled: !connected || (panel.open && panel.blocked),
            },
          })}
    >
      <div
        className={`${classes.screen} stack gap-16 min-h-0`}
        data-importing={panel.open}
        data-previewing={panel.open && panel.file !== null}
      >
        <Views
          label={t("referenceData.kinds")}
          views={REFERENCE_DATA_TABS.map((value) => ({
            value,
            words: t(`list.${value}`),
            count: counts?.find(({ kind }) => kind === value)?.live,
          }))}
          shown={tab}
          onShow={show}
          className={`${classes.tabs} column min-w-0 min-h-0`}
          testId="reference-data-tab"
        >
          <div className="column gap-12 grow min-h-0 pad-above-12" ref={list}>
            <SearchBar tab={tab} field={field} toTable={toList} />
            <Tabs.Panel
              value={tab}
              key={tab}
              className={`${classes.table} column gap-8 grow min-h-0`}
              tabIndex={-1}
            >
              <TabTable tab={tab} onStock={showStock} />
            </Tabs.Panel>
          </div>
        </Views>
        {panel.open && mayImport !== "never" ? (
          <ImportPanel
            kind={panel.kind}
            file={panel.file}
            error={panel.error}
            field={panel.field}
            step={panel.step}
            onLeave={panel.leave}
            onKind={panel.pick}
            onChoose={panel.choose}
            onClose={panel.close}
          />
        ) : null}
      </div>
    </Page>
  );
}
