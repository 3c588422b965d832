import { IconAlertTriangle, IconClock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./expiring.module.css";

const SOON = 7;

/** How long until it expires, or since when it has. */
export function DaysLeft({ days }: { days: number }) {
  const { t } = useTranslation();
  const words =
    days < 0
      ? t("expiring.expiredAgo", { count: -days })
      : days === 0
        ? t("expiring.today")
        : t("expiring.left", { count: days });
  const Icon = days < 0 ? IconAlertTriangle : days <= SOON ? IconClock : null;
  return (
    <span
      className={`${classes.days} inline gap-4`}
      data-how={days < 0 ? "expired" : days <= SOON ? "soon" : "later"}
    >
      {Icon === null ? null : <Icon size="1rem" stroke={1.8} aria-hidden="true" />}
      {words}
    </span>
  );
}
