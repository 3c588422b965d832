import { useTranslation } from "react-i18next";
import { Page } from "../../components/page.tsx";

export default function OutboxScreen() {
  const { t } = useTranslation();
  return <Page title={t("outbox.title")}>{null}</Page>;
}
