import { Button, Tabs } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { useChannel } from "../../queries.ts";
import { useShortcut } from "../../shortcuts/use-shortcut.ts";
import { AnswerNotes } from "./answer-notes.tsx";
import { DocumentEntries } from "./document-entries.tsx";
import { DocumentSummary } from "./document-summary.tsx";
import classes from "./documents.module.css";
import { PartTable } from "./part-table.tsx";
import { PARTS, type PartName } from "./parts.ts";
import { RawText } from "./raw-text.tsx";

const OTHERS = ["entries", "sent", "raw"] as const;
type TabName = PartName | (typeof OTHERS)[number];
const isTab = (value: string | null): value is TabName =>
  [...PARTS, ...OTHERS].some((name) => name === value);

/** One transaction, with everything that was ever said about it. */
export function DocumentView({ serialNo }: { serialNo: string }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [tab, setTab] = useState<TabName>("products");
  const document = useChannel("documents.get", { serialNo });
  const back = () => navigate("/documents");
  useShortcut({ combo: "Escape", words: t("documents.back"), run: back });
  const detail = document.data;
  const isVoucher = detail?.document.kind === "taxVoucher";
  return (
    <Page
      title={detail?.document.subject ?? t("documents.one")}
      description={detail === undefined ? undefined : t(`common.kind.${detail.document.kind}`)}
      others={
        <>
          {isVoucher ? (
            <Button variant="default" onClick={() => navigate(`/tax-voucher/${serialNo}`)}>
              {t("documents.editVoucher")}
            </Button>
          ) : null}
          <Button
            variant="default"
            data-testid="documents-back"
            leftSection={<IconArrowLeft size="1.125rem" stroke={1.7} className={classes.backIcon} />}
            onClick={back}
          >
            {t("documents.back")}
          </Button>
        </>
      }
    >
      {document.error !== null ? (
        <ErrorPanel error={document.error} onRetry={() => document.refetch()} />
      ) : detail === undefined ? (
        <Loading />
      ) : (
        <>
          <DocumentSummary detail={detail} />
          <AnswerNotes notes={detail.notes} />
          <Tabs value={tab} onChange={(value) => isTab(value) && setTab(value)} keepMounted={false}>
            <Tabs.List aria-label={t("documents.parts")}>
              {PARTS.map((part) => (
                <Tabs.Tab key={part} value={part} data-testid={`part-tab-${part}`}>
                  {t("documents.partCount", {
                    part: t(`documents.part.${part}`),
                    rows: detail[part].length,
                  })}
                </Tabs.Tab>
              ))}
              {OTHERS.map((name) => (
                <Tabs.Tab key={name} value={name} data-testid={`part-tab-${name}`}>
                  {t(`documents.other.${name}`)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <div className={classes.part}>
              {PARTS.map((part) => (
                <Tabs.Panel key={part} value={part} className={classes.partTable ?? ""}>
                  <PartTable part={part} rows={detail[part]} answered={detail.transaction !== null} />
                </Tabs.Panel>
              ))}
              <Tabs.Panel value="entries">
                <DocumentEntries entries={detail.entries} />
              </Tabs.Panel>
              <Tabs.Panel value="sent">
                <RawText
                  text={detail.requestBody}
                  none={t("documents.nothingSent")}
                  label={t("documents.other.sent")}
                />
              </Tabs.Panel>
              <Tabs.Panel value="raw">
                <RawText
                  text={detail.rawAnswer}
                  none={t("documents.notAnswered.title")}
                  label={t("documents.other.raw")}
                />
              </Tabs.Panel>
            </div>
          </Tabs>
        </>
      )}
    </Page>
  );
}
