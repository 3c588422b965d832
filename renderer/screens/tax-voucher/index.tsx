import { useTranslation } from "react-i18next";
import { Page } from "../../components/page.tsx";

export default function TaxVoucherScreen() {
  const { t } = useTranslation();
  return <Page title={t("taxVoucher.title")}>{null}</Page>;
}
