import { VisuallyHidden } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, type TablerIcon } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { ListState, ShopFolderState } from "../../../contract/channels/shop-folder.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { type ListAge, listAge } from "../../features/shop-folder/list-age.ts";
import { useNow } from "../../lib/time.ts";
import { Panel } from "../../ui/page.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import classes from "./home.module.css";

const ICONS: Record<ListAge, TablerIcon> = {
  fresh: IconCircleCheck,
  unknown: IconCircleDashed,
  old: IconAlertTriangle,
  signature: IconAlertTriangle,
};

interface AgeLineProps {
  list: ListState;
  trust: ShopFolderState["trust"]["state"];
}

/** A fresh list says when it was taken, quietly; an old one since when nobody looked. */
function AgeLine({ list, trust }: AgeLineProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow();
  const age = listAge(list, trust, now);
  const { checkedAt, takenAt } = list;
  const Icon = ICONS[age];
  return (
    <li
      className={`${classes.check} gap-0-8 rest-beside grid middle`}
      data-good={age === "fresh" ? true : age === "unknown" ? "unknown" : false}
    >
      <Icon
        size="1.125rem"
        stroke={1.8}
        aria-label={t(`home.ready.${age === "fresh" ? "good" : age === "unknown" ? "unknown" : "watch"}`)}
      />
      <span className="row between gap-0-8">
        <span>{t(`list.${list.list}`)}</span>
        <span className={classes.dim}>
          {age === "old" && checkedAt !== null ? (
            t("shopFolder.lists.old", { duration: formats.duration(now - Date.parse(checkedAt)) })
          ) : age === "unknown" || takenAt === null ? (
            t("shopFolder.lists.never")
          ) : (
            <>
              <VisuallyHidden>{t("shopFolder.lists.taken")} </VisuallyHidden>
              <TimeAgo at={takenAt} />
            </>
          )}
        </span>
      </span>
    </li>
  );
}

/** How old each list is that comes from the shop folder; nothing where none does. */
export default function ShopLists() {
  const { t } = useTranslation();
  const now = useNow();
  const state = useChannel("shopFolder.get", {}).data;
  if (state === undefined || state.place === null || state.lists.length === 0) return null;
  const { lists, trust } = state;
  const ages = lists.map((list) => listAge(list, trust.state, now));
  const words =
    trust.state === "refused"
      ? t("shopFolder.lists.refused")
      : trust.state === "out_of_date"
        ? t("shopFolder.lists.outOfDate")
        : ages.includes("old")
          ? t("shopFolder.lists.oldText")
          : null;
  return (
    <Panel
      title={t("shopFolder.lists.title")}
      aside={<Link href="/settings/shopFolder">{t("nav.screen.settings")}</Link>}
    >
      <ul className="list" data-testid="home-lists">
        {lists.map((list) => (
          <AgeLine key={list.list} list={list} trust={trust.state} />
        ))}
      </ul>
      {words === null ? null : <p className="note warn after-8">{words}</p>}
    </Panel>
  );
}
