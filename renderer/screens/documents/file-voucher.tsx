import { useTranslation } from "react-i18next";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { Amount } from "../../features/amount/amount.tsx";
import { StatusCode } from "../../ui/status-code.tsx";
import classes from "./document-detail.module.css";

/** What an imported file says of a voucher that the service was never asked about. */
export function FileVoucher({ serialNo }: { serialNo: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const found = useChannel("taxVoucher.find", { text: serialNo, limit: 1 }).data;
  const voucher = found?.vouchers.find((one) => one.serialNo === serialNo);
  if (voucher === undefined) return null;
  return (
    <dl className={classes.sides} data-testid="file-voucher">
      <div>
        <dt>{t("documents.amounts.file")}</dt>
        <dd>
          <Amount value={voucher.amount} currencyId={voucher.currencyId} />
        </dd>
      </div>
      <div>
        <dt>{t("documents.field.status")}</dt>
        <dd className={classes.plain}>
          <StatusCode status={voucher.status} />
        </dd>
      </div>
      <div>
        <dt>{t("documents.field.updatedAt")}</dt>
        <dd className={classes.plain}>
          {voucher.updatedAt === null ? "—" : formats.dateTime(voucher.updatedAt)}
        </dd>
      </div>
    </dl>
  );
}
