import { useTranslation } from "react-i18next";
import type { MissingFiles as Missing } from "../../../contract/channels/recovery.ts";
import { useFormats } from "../../client/use-formats.ts";
import { Notice } from "../../ui/notice.tsx";

/** Files behind references that are neither here nor in a backup, by name; nothing where none is missing. */
export function MissingFiles({ missing }: { missing: Missing }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (missing.count === 0) return null;
  // Only the first hundred are named.
  const more = missing.count - missing.names.length;
  return (
    <Notice kind="warn" title={t("files.missing.title", { count: missing.count })}>
      <p>{t("files.missing.todo")}</p>
      <ul className="list">
        {[...new Set(missing.names)].map((name) => (
          <li key={name} className="note flush">
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      {more === 0 ? null : <p>{t("files.missing.more", { count: more, number: formats.count(more) })}</p>}
    </Notice>
  );
}
