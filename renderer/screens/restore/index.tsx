import { useTranslation } from "react-i18next";
import { Page } from "../../components/page.tsx";

export default function RestoreScreen() {
  const { t } = useTranslation();
  return <Page title={t("restore.title")}>{null}</Page>;
}
