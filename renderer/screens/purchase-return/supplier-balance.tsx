import { memo } from "react";
import { useTranslation } from "react-i18next";
import { useChannel } from "../../client/queries.ts";
import { Amount } from "../../features/amount/amount.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import classes from "./return-header.module.css";

/** What the service last said of a supplier's balance; keeps its line where nothing is known, so nothing jumps. */
export const SupplierBalance = memo(function SupplierBalance({ accountId }: { accountId: string }) {
  const { t } = useTranslation();
  const answer = useChannel("mirror.balances", { accountId }, { enabled: accountId !== "" }).data;
  const rows = accountId === "" ? [] : (answer?.rows ?? []);
  return (
    <p className={`${classes.balance} if-any note wrap at-end`}>
      {accountId !== "" && answer !== undefined && rows.length === 0
        ? t("purchaseReturn.header.noBalance")
        : null}
      {rows.map((row) => (
        <span key={row.currencyId} className="nowrap">
          {t("purchaseReturn.header.balance")} <Amount value={row.amount} currencyId={row.currencyId} />{" "}
          <TimeAgo at={row.updatedAt} />
        </span>
      ))}
    </p>
  );
});
