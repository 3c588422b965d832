import { IconListDetails } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useMay } from "../../client/may.ts";
import { useChannel } from "../../client/queries.ts";
import { changesPath, waitsForPerson } from "../../features/shop-folder/list-age.ts";
import { Notice } from "../../ui/notice.tsx";

/** Among what needs a decision: lists whose new version changes so much that somebody has to look. */
export default function WaitingLists() {
  const { t } = useTranslation();
  const may = useMay("import");
  const lists = useChannel("shopFolder.get", {}).data?.lists.filter(waitsForPerson) ?? [];
  if (may === "never" || lists.length === 0) return null;
  return (
    <div className="stack gap-8" data-testid="waiting-lists">
      {lists.map(({ list }) => (
        <Notice
          key={list}
          kind="warn"
          action={
            <Link href={changesPath(list)} className="semi inline target gap-6">
              <IconListDetails size="1.125rem" stroke={1.7} aria-hidden="true" />
              {t("shopFolder.lists.see")}
            </Link>
          }
        >
          {t("shopFolder.lists.decide", { list: t(`list.${list}`) })}
        </Notice>
      ))}
    </div>
  );
}
