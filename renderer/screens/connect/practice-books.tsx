import { useTranslation } from "react-i18next";
import { useChannel } from "../../client/queries.ts";
import { Amount } from "../../features/amount/amount.tsx";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { Code } from "../../ui/code.tsx";
import { KindName } from "../../ui/kind-name.tsx";
import { Loading } from "../../ui/loading.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import classes from "./connect.module.css";

/** Room for the digits after the separator, the same for every amount of a column. */
const FRACTION = 3;

/** The books of the simulated central system: where an unknown outcome is looked up. */
export function PracticeBooks() {
  const { t } = useTranslation();
  const books = useChannel("practice.books", {}, { eachTime: true });
  const { data } = books;
  return (
    <Panel title={t("rehearsal.books.title")} aside={t("rehearsal.books.aside")}>
      {books.error === null ? null : <ErrorPanel error={books.error} onRetry={() => void books.refetch()} />}
      {data === undefined ? (
        books.error === null && <Loading />
      ) : (
        <>
          {data.transactions.length === 0 ? (
            <p className={`${classes.text} before-12 dim`}>{t("rehearsal.books.none")}</p>
          ) : (
            <table className={`${classes.table} w-full`} data-testid="practice-books">
              <thead>
                <tr>
                  <th scope="col">{t("rehearsal.books.what")}</th>
                  <th scope="col">{t("rehearsal.books.serialNo")}</th>
                  <th scope="col">{t("rehearsal.books.at")}</th>
                  <th scope="col" className={classes.number}>
                    {t("rehearsal.books.amount")}
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.transactions.map((row) => (
                  <tr key={`${row.kind} ${row.serialNo}`}>
                    <td>
                      <bdi>{row.party}</bdi>
                      <span className="note block">
                        <KindName kind={row.kind} /> · {t("rehearsal.books.times", { count: row.times })}
                      </span>
                    </td>
                    <td>
                      <Code short>{row.serialNo}</Code>
                    </td>
                    <td>
                      <TimeAgo at={row.at} />
                    </td>
                    <td className={classes.number}>
                      <Amount value={row.amount} currencyId={row.currencyId} align={FRACTION} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <details className={classes.details}>
            <summary>{t("rehearsal.books.balances")}</summary>
            <table className={`${classes.table} w-full`}>
              <thead>
                <tr>
                  <th scope="col">{t("rehearsal.books.account")}</th>
                  <th scope="col" className={classes.number}>
                    {t("rehearsal.books.balance")}
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.balances.map(({ account, amount, currencyId }) => (
                  <tr key={`${account} ${currencyId}`}>
                    <td>
                      <bdi>{account}</bdi>
                    </td>
                    <td className={classes.number}>
                      <Amount value={amount} currencyId={currencyId} align={FRACTION} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </Panel>
  );
}
