import { useTranslation } from "react-i18next";
import { Page } from "../../components/page.tsx";

export default function CatalogueScreen() {
  const { t } = useTranslation();
  return <Page title={t("catalogue.title")}>{null}</Page>;
}
