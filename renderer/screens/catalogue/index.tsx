import { Tabs, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ReferenceKind } from "../../../contract/channels/mirror.ts";
import { Page } from "../../components/page.tsx";
import { useShortcut } from "../../shortcuts/use-shortcut.ts";
import { BalancesTab, StockTab, VouchersTab } from "./answered-tabs.tsx";
import classes from "./catalogue.module.css";
import { ImportPanel } from "./import-panel.tsx";
import { CATALOGUE_TABS, type CatalogueTab, importKindOf } from "./kinds.ts";
import { MirrorTab } from "./mirror-tab.tsx";
import { TabFacts } from "./tab-facts.tsx";

const isTab = (value: string | null): value is CatalogueTab => CATALOGUE_TABS.some((tab) => tab === value);

function TabRows({ tab, text }: { tab: CatalogueTab; text: string }) {
  switch (tab) {
    case "stock":
      return <StockTab text={text} />;
    case "balance":
      return <BalancesTab text={text} />;
    case "taxVoucher":
      return <VouchersTab text={text} />;
    default:
      return <MirrorTab kind={tab} text={text} />;
  }
}

/** What this counter knows of the shop, and how it gets to know it. */
export default function CatalogueScreen() {
  const { t } = useTranslation();
  const [tab, setTab] = useState<CatalogueTab>("product");
  const [text, setText] = useState("");
  const [importing, setImporting] = useState<ReferenceKind | null>(null);
  const [asked] = useDebouncedValue(text.trim(), 90);
  const [search, setSearch] = useState<HTMLInputElement | null>(null);
  useShortcut({ combo: "Mod+F", words: t("catalogue.search"), run: () => search?.focus() });
  return (
    <Page
      title={t("catalogue.title")}
      fill
      main={{
        words: t("catalogue.import.open"),
        combo: "Mod+I",
        run: () => setImporting(importing === null ? (importKindOf(tab) ?? "product") : null),
      }}
    >
      <div className={classes.screen} data-importing={importing !== null}>
        <Tabs
          value={tab}
          onChange={(value) => {
            if (!isTab(value)) return;
            setTab(value);
            const kind = importKindOf(value);
            if (importing !== null && kind !== null) setImporting(kind);
          }}
          keepMounted={false}
          className={classes.tabs ?? ""}
        >
          <Tabs.List aria-label={t("catalogue.kinds")}>
            {CATALOGUE_TABS.map((each) => (
              <Tabs.Tab key={each} value={each} data-testid={`catalogue-tab-${each}`}>
                {t(`catalogue.tab.${each}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={tab} className={classes.panel ?? ""}>
            <div className={classes.tools}>
              <TextInput
                ref={setSearch}
                className={classes.search ?? ""}
                aria-label={t("catalogue.search")}
                placeholder={t("catalogue.search")}
                data-testid="catalogue-search"
                leftSection={<IconSearch size="1.125rem" stroke={1.7} />}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
              />
              <TabFacts tab={tab} />
            </div>
            <TabRows tab={tab} text={asked} />
          </Tabs.Panel>
        </Tabs>
        {importing === null ? null : (
          <div className={classes.aside}>
            <ImportPanel kind={importing} onKind={setImporting} onClose={() => setImporting(null)} />
          </div>
        )}
      </div>
    </Page>
  );
}
