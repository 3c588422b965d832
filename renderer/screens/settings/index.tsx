import { useTranslation } from "react-i18next";
import { Page } from "../../components/page.tsx";

export default function SettingsScreen() {
  const { t } = useTranslation();
  return <Page title={t("settings.title")}>{null}</Page>;
}
