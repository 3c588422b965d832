import { useTranslation } from "react-i18next";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { Amount } from "../../features/amount/amount.tsx";
import { StatusCode } from "../../ui/status-code.tsx";
import { compareAmounts } from "./amounts.ts";
import classes from "./document-detail.module.css";
import { type DocumentDetail, documentStatusOf } from "./document-status.ts";
import { valueText } from "./part-fields.ts";

/** What an imported file says of a voucher that the service was never asked about. */
function FileVoucher({ serialNo }: { serialNo: string }) {
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

/** What this counter reckoned beside what the service answered, and whether they agree. */
function ComparedAmounts({ detail }: { detail: DocumentDetail }) {
  const { t } = useTranslation();
  const { document, transaction } = detail;
  const answered = valueText(transaction?.currencyId);
  // A currency in the answer is the service's; the document's own is what was entered here.
  const sides = {
    local: document.localAmount,
    localCurrency: document.currencyId,
    service: document.serviceAmount,
    serviceCurrency: answered ?? document.currencyId,
  };
  const compared = compareAmounts(sides);
  return (
    <div className="grid gap-8 pad-12-16 rounded sunken">
      <dl className={classes.sides}>
        <div>
          <dt>{t("documents.amounts.local")}</dt>
          <dd data-testid="amount-local">
            <Amount value={sides.local} currencyId={sides.local === null ? null : sides.localCurrency} />
          </dd>
        </div>
        <div>
          <dt>{t("documents.amounts.service")}</dt>
          <dd data-testid="amount-service">
            <Amount
              value={sides.service}
              currencyId={sides.service === null ? null : sides.serviceCurrency}
            />
          </dd>
        </div>
      </dl>
      <p className={`${classes.compared} note`} data-kind={compared.kind}>
        {compared.kind === "differs" ? (
          <>
            {t("documents.amounts.differs")} <Amount value={compared.by} currencyId={sides.serviceCurrency} />
          </>
        ) : (
          t(`documents.amounts.${compared.kind}`)
        )}
      </p>
    </div>
  );
}

/** The amounts that are known of a document. */
export function AmountsPanel({ detail }: { detail: DocumentDetail }) {
  return documentStatusOf(detail) === "file" ? (
    <FileVoucher serialNo={detail.document.serialNo} />
  ) : (
    <ComparedAmounts detail={detail} />
  );
}
