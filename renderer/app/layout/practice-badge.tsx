import { Switch, Tooltip } from "@mantine/core";
import { IconSchool } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useChannel, useSend } from "../../client/queries.ts";
import classes from "./practice-badge.module.css";

/** Marks every screen of the sample shop, and lets an outage be tried. */
export function PracticeBadge() {
  const { t } = useTranslation();
  const status = useChannel("practice.status", {}).data;
  const setUp = useSend("practice.setServiceUp");
  const up = status?.serviceUp ?? false;
  return (
    <div className={classes.practice}>
      <Tooltip label={t("status.practice.explain")} multiline w={280}>
        <span className={classes.badge}>
          <IconSchool size="1rem" stroke={1.8} aria-hidden="true" />
          {t("status.practice.badge")}
        </span>
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
          classNames={{ body: classes.switch ?? "", label: classes.label ?? "" }}
        />
      ) : null}
    </div>
  );
}
