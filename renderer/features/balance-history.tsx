import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { ChannelInput, ChannelOutput } from "../../contract/channels.ts";
import { useChannel } from "../client/queries.ts";
import { useFormats } from "../client/settings.ts";
import type { Formats } from "../i18n/format.ts";
import { dayOf } from "../lib/time.ts";
import { Loading } from "../ui/empty-state.tsx";
import { LazyPlot } from "../ui/plot/lazy-plot.tsx";
import type { PlotProps } from "../ui/plot/plot.tsx";
import { placesOf, sharesOf } from "../ui/plot/shares.ts";
import { Amount, useCurrencyDigits } from "./amount.tsx";
import classes from "./balance-history.module.css";
import { ErrorPanel } from "./help.tsx";

const MOST = 200;
const PLOT_REM = 10;

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
    <Link href={`/documents/${serialNo}`} className="accent inline target">
      {t("action.openDocument")}
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
            <th scope="col">{t("field.balance")}</th>
            <th scope="col">{t("field.source")}</th>
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

/** What the plot is drawn from: the amounts as shares of their span, and their exact words; null where none is known. */
function plotOf(points: readonly Point[], formats: Formats, digits: number) {
  const found = sharesOf(points.map(({ amount }) => amount));
  if (found === null) return null;
  const { shares, lowest, highest, zero } = found;
  const across = placesOf(points.map(({ answeredAt }) => Date.parse(answeredAt)));
  const [first = 0, last = 0] = [across[0], across.at(-1)];
  const dayAt = (index: number) => formats.dayAndMonth(dayOf(Date.parse(points.at(index)?.answeredAt ?? "")));
  const amountAt = (at: number, amount: string) => ({ at, words: formats.decimal(amount, digits) });
  return {
    across,
    values: shares,
    from: { across: first === last ? [first - 1, last + 1] : [first, last], up: [-0.05, 1.05] },
    marks: {
      across:
        first === last
          ? [{ at: first, words: dayAt(0) }]
          : [
              { at: first, words: dayAt(0) },
              { at: last, words: dayAt(-1) },
            ],
      up: [
        amountAt(lowest === highest ? 0.5 : 0, lowest),
        ...(zero === null ? [] : [amountAt(zero, "0")]),
        ...(lowest === highest ? [] : [amountAt(1, highest)]),
      ],
    },
  } satisfies Partial<PlotProps>;
}

/** An account's balance in one currency over time: each answer that named it, exactly. */
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
  const plotted = useMemo(() => plotOf(points, formats, digits), [points, formats, digits]);
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
    <section className="stack gap-4" aria-label={title} data-testid="balance-history">
      <h4 className="text strong">{title}</h4>
      {plotted === null ? (
        <p className="note">{t("components.balance.none")}</p>
      ) : (
        <>
          <LazyPlot
            {...plotted}
            label={t("components.balance.plot")}
            shape="steps"
            blockRem={PLOT_REM}
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
          <p className="note">
            {t("components.balance.count", { count: points.length })}
            {data.more ? ` ${t("components.balance.more")}` : null}
          </p>
          <AllPoints points={points.toReversed()} caption={title} />
        </>
      )}
    </section>
  );
}
