import { useTranslation } from "react-i18next";
import { Page } from "../../components/page.tsx";

export default function ActivityScreen() {
  const { t } = useTranslation();
  return <Page title={t("activity.title")}>{null}</Page>;
}
