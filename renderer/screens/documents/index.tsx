import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { Page } from "../../components/page.tsx";
import { DocumentList } from "./document-list.tsx";
import { DocumentView } from "./document-view.tsx";

/** Every transaction seen: the list, or the one that the address names. */
export default function DocumentsScreen() {
  const { t } = useTranslation();
  const [location] = useLocation();
  const serialNo = location.split(/[/?]/)[2] ?? "";
  if (serialNo !== "") return <DocumentView key={serialNo} serialNo={serialNo} />;
  return (
    <Page title={t("documents.title")} fill>
      <DocumentList />
    </Page>
  );
}
