import { useTranslation } from "react-i18next";
import { useChannel } from "../../client/queries.ts";
import { PinLock } from "../../features/pin/pin-lock.tsx";
import classes from "./app-header.module.css";
import { PracticeBadge } from "./practice-badge.tsx";
import { StatusPill } from "./status-pill.tsx";

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** Whose books these are, whether they are real, and how sending stands. */
export function AppHeader() {
  const { t } = useTranslation();
  const connection = useChannel("connection.get", {}).data ?? null;
  return (
    <header className={classes.header}>
      {connection?.practice === true ? <PracticeBadge /> : null}
      {connection === null || connection.practice ? null : (
        <p className={classes.whose}>
          {t("nav.whose", { tenant: String(connection.tenantId), user: String(connection.userId) })}
          <bdi className={classes.host}>{hostOf(connection.serviceUrl)}</bdi>
        </p>
      )}
      <div className={classes.pill}>
        <PinLock />
        <StatusPill />
      </div>
    </header>
  );
}
