import { useTranslation } from "react-i18next";
import { Amount } from "../../features/amount/amount.tsx";
import type { WishedReturn } from "../../features/drafts/wished-returns.ts";
import { ownNameFirst } from "../../lib/two-names.ts";
import classes from "./expiring.module.css";
import { type ExpiringRow, totalsOf } from "./expiring-rows.ts";

function Values({ rows }: { rows: readonly ExpiringRow[] }) {
  const { t } = useTranslation();
  const { values, unvalued } = totalsOf(rows);
  return (
    <>
      {values.map(({ currencyId, value }) => (
        <Amount key={currencyId} value={value} currencyId={currencyId} />
      ))}
      {unvalued === 0 ? null : <span>{t("expiring.unvalued", { count: unvalued })}</span>}
    </>
  );
}

interface FootProps {
  shown: readonly ExpiringRow[];
  going: readonly ExpiringRow[];
  returns: readonly WishedReturn[];
}

/** What the rows are worth at cost, and what the return that may be started will have. */
export function Foot({ shown, going, returns }: FootProps) {
  const { t, i18n } = useTranslation();
  const [first] = going;
  const supplier =
    first === undefined || first.supplierAccountId === null
      ? t("expiring.noSupplier")
      : ownNameFirst(first.supplierName ?? String(first.supplierAccountId), i18n.language);
  return (
    <dl className={`${classes.foot} wrap between`} aria-live="polite">
      <div>
        <dt>{t("expiring.shown", { count: shown.length })}</dt>
        <dd>
          <Values rows={shown} />
        </dd>
      </div>
      {first === undefined ? null : (
        <div>
          <dt>
            {returns.length > 1
              ? t("expiring.goingMany", { count: returns.length })
              : t("expiring.going", { count: going.length, supplier })}
          </dt>
          <dd>
            <Values rows={going} />
          </dd>
        </div>
      )}
    </dl>
  );
}
