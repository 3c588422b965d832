import { useTranslation } from "react-i18next";
import type { MissingFiles as Missing } from "../../contract/channels/recovery.ts";
import { Notice } from "../components/notice.tsx";
import classes from "./recovery.module.css";

/** Files behind references that are neither here nor in a backup, by name; nothing where none is missing. */
export function MissingFiles({ missing }: { missing: Missing }) {
  const { t } = useTranslation();
  if (missing.count === 0) return null;
  return (
    <Notice kind="warn" title={t("files.missing.title", { count: missing.count })}>
      <p>{t("files.missing.todo")}</p>
      <ul className={classes.list}>
        {[...new Set(missing.names)].map((name) => (
          <li key={name} className={classes.words}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
