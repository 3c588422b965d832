import { useTranslation } from "react-i18next";
import { Page } from "../../components/page.tsx";

export default function HomeScreen() {
  const { t } = useTranslation();
  return <Page title={t("home.title")}>{null}</Page>;
}
