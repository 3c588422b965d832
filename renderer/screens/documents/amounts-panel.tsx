import { useTranslation } from "react-i18next";
import { Amount } from "../../features/amount/amount.tsx";
import { compareAmounts } from "./amounts.ts";
import classes from "./document-detail.module.css";
import type { DocumentDetail } from "./document-status.ts";
import { valueText } from "./part-fields.ts";

/** What this counter reckoned beside what the service answered, and whether they agree. */
export function AmountsPanel({ detail }: { detail: DocumentDetail }) {
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
    <div className={classes.amounts}>
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
      <p className={classes.compared} data-kind={compared.kind}>
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
