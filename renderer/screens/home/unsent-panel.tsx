import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { Amount } from "../../features/amount/amount.tsx";
import { KindName } from "../../ui/kind-name.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { fractionRoom } from "./fraction-room.ts";
import classes from "./home.module.css";
import { withoutValue } from "./without-value.ts";

/** The value that is not in the service's books yet, by currency and age; nothing where all is. */
export function UnsentPanel({ unsent }: { unsent: ChannelOutput<"outbox.summary">["unsentByCurrency"] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const rest = withoutValue(useChannel("sync.status", {}).data?.counts, unsent);
  if (unsent.length === 0 && rest === 0) return null;
  const room = fractionRoom(unsent.map(({ amount }) => amount));
  return (
    <Panel title={t("home.unsent.title")} aside={t("home.unsent.note")}>
      {unsent.length === 0 ? null : (
        <table className={`${classes.table} w-full`}>
          <thead>
            <tr>
              <th scope="col">{t("home.unsent.kind")}</th>
              <th scope="col">{t("home.unsent.oldest")}</th>
              <th scope="col" className={classes.number}>
                {t("home.unsent.entries")}
              </th>
              <th scope="col" className={classes.number}>
                {t("home.unsent.value")}
              </th>
            </tr>
          </thead>
          <tbody>
            {unsent.map((row) => (
              <tr key={`${row.kind} ${row.currencyId}`}>
                <td>
                  <KindName kind={row.kind} />
                </td>
                <td>
                  <TimeAgo at={row.oldestAt} />
                </td>
                <td className={classes.number}>{formats.count(row.entries)}</td>
                <td className={classes.number}>
                  <Amount value={row.amount} currencyId={row.currencyId} align={room} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rest === 0 ? null : (
        <p className="after-8">
          <Link href="/outbox">{t("home.unsent.without", { count: rest })}</Link>
        </p>
      )}
    </Panel>
  );
}
