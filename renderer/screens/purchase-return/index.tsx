import { useTranslation } from "react-i18next";
import { Page } from "../../components/page.tsx";

export default function PurchaseReturnScreen() {
  const { t } = useTranslation();
  return <Page title={t("purchaseReturn.title")}>{null}</Page>;
}
