import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { ChannelInput, ChannelOutput } from "../../../contract/channels.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { LinePlot } from "../../ui/line-plot/line-plot.tsx";
import { Loading } from "../../ui/loading.tsx";
import { Amount } from "../amount/amount.tsx";
import { useCurrencyDigits } from "../amount/use-currency-digits.ts";
import { ErrorPanel } from "../help/error-panel.tsx";
import classes from "./balance-history.module.css";

const MOST = 200;

type Point = ChannelOutput<"mirror.balanceHistory">["points"][number];

interface BalanceHistoryProps {
  accountId: ChannelInput<"mirror.balanceHistory">["accountId"];
  currencyId: string;
  /** The account as people call it. */
  name: string;
}

function DocumentLink({ serialNo }: { serialNo: string | null }) {
  const { t } = useTranslation();
  if (serialNo === null) return null;
  return (
    <Link href={`/documents/${serialNo}`} className={classes.link ?? ""}>
      {t("components.balance.document")}
    </Link>
  );
}

function AllPoints({ points, caption }: { points: readonly Point[]; caption: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <details className={classes.all} data-testid="balance-table">
      <summary>{t("components.balance.asTable")}</summary>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t("components.balance.when")}</th>
            <th scope="col">{t("components.balance.amount")}</th>
            <th scope="col">{t("components.balance.told")}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ answeredAt, amount, currencyId, serialNo }) => (
            <tr key={`${answeredAt} ${serialNo} ${amount}`}>
              <td>
                <bdi>{formats.dateTime(answeredAt)}</bdi>
              </td>
              <td>
                <Amount value={amount} currencyId={amount === null ? null : currencyId} />
              </td>
              <td>
                <DocumentLink serialNo={serialNo} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** An account's balance in one currency over time: each answer that told of it, exactly. */
export function BalanceHistory({ accountId, currencyId, name }: BalanceHistoryProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data, error, refetch } = useChannel("mirror.balanceHistory", {
    accountId,
    currencyId,
    limit: MOST,
  });
  const points = useMemo(() => data?.points ?? [], [data]);
  const digits = useCurrencyDigits(currencyId);
  const plotted = useMemo(
    () => points.map(({ answeredAt, amount }) => ({ at: answeredAt, value: amount })),
    [points],
  );
  const title = t("components.balance.title", {
    name: `\u2068${name}\u2069`,
    currency: `\u2068${currencyId}\u2069`,
  });
  if (error !== null) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const wordsOf = (index: number): string => {
    const point = points[index];
    const amount = point?.amount ?? null;
    if (point === undefined || amount === null) return "";
    return `${formats.dateTime(point.answeredAt)}: ${formats.decimal(amount, digits)} ${currencyId}`;
  };
  return (
    <section className={classes.history} aria-label={title} data-testid="balance-history">
      <h4 className={classes.title}>{title}</h4>
      {points.every(({ amount }) => amount === null) ? (
        <p className={classes.quiet}>{t("components.balance.none")}</p>
      ) : (
        <>
          <LinePlot
            label={t("components.balance.plot")}
            points={plotted}
            textOf={(value) => formats.decimal(value, digits)}
            wordsOf={wordsOf}
            readout={(index) => (
              <>
                <strong>
                  <Amount value={points[index]?.amount ?? null} currencyId={currencyId} />
                </strong>
                <bdi>{formats.dateTime(points[index]?.answeredAt ?? "")}</bdi>
              </>
            )}
          />
          <p className={classes.quiet}>
            {t("components.balance.count", { count: points.length })}
            {data.more ? ` ${t("components.balance.more")}` : null}
          </p>
          <AllPoints points={points.toReversed()} caption={title} />
        </>
      )}
    </section>
  );
}
