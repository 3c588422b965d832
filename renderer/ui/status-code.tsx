import { useTranslation } from "react-i18next";
import { useSettings } from "../client/settings.ts";
import { meaningOf } from "../lib/meaning-of.ts";

interface StatusCodeProps {
  status: number | string | null;
  /** In a column a code without a meaning stands alone; that it has none is its title. */
  short?: boolean;
}

/** A status of the service with the meaning that the owner wrote for it; the interface shows none. */
export function StatusCode({ status, short = false }: StatusCodeProps) {
  const { t } = useTranslation();
  const meanings = useSettings().statusMeanings;
  if (status === null) return <span>—</span>;
  const code = String(status);
  const meaning = meaningOf(meanings, code);
  if (short && meaning === undefined) return <bdi title={t("components.code.none", { code })}>{code}</bdi>;
  return (
    <bdi>
      {meaning === undefined
        ? t("components.code.none", { code })
        : t("components.code.meaning", { code, meaning })}
    </bdi>
  );
}
