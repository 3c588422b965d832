import { useTranslation } from "react-i18next";
import { Page } from "../../components/page.tsx";

export default function DocumentsScreen() {
  const { t } = useTranslation();
  return <Page title={t("documents.title")}>{null}</Page>;
}
