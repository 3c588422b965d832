import { useTranslation } from "react-i18next";
import { Page } from "../../components/page.tsx";

export default function ConnectScreen() {
  const { t } = useTranslation();
  return <Page title={t("connect.title")}>{null}</Page>;
}
