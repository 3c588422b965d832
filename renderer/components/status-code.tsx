import { useTranslation } from "react-i18next";
import { useSettings } from "../settings.ts";

/** A status of the service with the meaning that the owner wrote for it; the interface shows none. */
export function StatusCode({ status }: { status: number | string | null }) {
  const { t } = useTranslation();
  const meanings = useSettings().statusMeanings;
  if (status === null) return <span>—</span>;
  const code = String(status);
  const meaning = meanings[code];
  return (
    <bdi>
      {meaning === undefined
        ? t("components.code.none", { code })
        : t("components.code.meaning", { code, meaning })}
    </bdi>
  );
}
