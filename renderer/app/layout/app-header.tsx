import { Switch, Tooltip } from "@mantine/core";
import { IconSchool } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useChannel, useSend } from "../../client/queries.ts";
import { PinLock } from "../../features/pin/pin-lock.tsx";
import classes from "./app-header.module.css";
import { StatusPill } from "./status-pill.tsx";

/** Marks every screen of the sample shop, and lets an outage be tried. */
function PracticeBadge() {
  const { t } = useTranslation();
  const status = useChannel("practice.status", {}).data;
  const setUp = useSend("practice.setServiceUp");
  const up = status?.serviceUp ?? false;
  return (
    <div className={`${classes.practice} line gap-12 min-w-0`}>
      <Tooltip label={t("status.practice.explain")} multiline w={280}>
        <Link href="/connect/practice" className={`${classes.mark} unlined inline target`}>
          <span className={`${classes.badge} small nowrap inline gap-6 rounded`}>
            <IconSchool size="1rem" stroke={1.8} aria-hidden="true" />
            {t("status.practice.badge")}
          </span>
        </Link>
      </Tooltip>
      {status?.active === true ? (
        // Never disabled while it works: that would take the focus away from whoever pressed it.
        <Switch
          checked={up}
          onChange={(event) => {
            if (!setUp.isPending) setUp.mutate({ up: event.currentTarget.checked });
          }}
          label={up ? t("status.practice.up") : t("status.practice.down")}
          aria-label={t("status.practice.switch")}
          title={t("status.practice.switchHint")}
          classNames={{ body: "middle target", label: `${classes.label} note nowrap` }}
        />
      ) : null}
      {status?.trouble == null ? null : (
        <Link href="/connect/practice" className={`${classes.trouble} small nowrap cut`}>
          {t(`status.practice.trouble.${status.trouble}`)}
        </Link>
      )}
    </div>
  );
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** Whose books these are, whether they are real, and how sending stands. */
export function AppHeader() {
  const { t } = useTranslation();
  const connection = useChannel("connection.get", {}).data ?? null;
  return (
    <header className={`${classes.header} clip line gap-16 line-below`}>
      {connection?.practice === true ? <PracticeBadge /> : null}
      {connection === null || connection.practice ? null : (
        <p className={`${classes.whose} note wrap min-w-0`}>
          {t("nav.whose", { tenant: String(connection.tenantId), user: String(connection.userId) })}
          <bdi className="faint cut">{hostOf(connection.serviceUrl)}</bdi>
        </p>
      )}
      <div className="line gap-8 min-w-0 push">
        <PinLock />
        <StatusPill />
      </div>
    </header>
  );
}
