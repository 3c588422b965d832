import { useTranslation } from "react-i18next";
import type { EntrySummary } from "../../contract/channels/posting.ts";

/** What an entry does, in words. */
export function KindName({ kind }: { kind: EntrySummary["kind"] }) {
  const { t } = useTranslation();
  return <>{t(`operations.kind.${kind}`)}</>;
}
