import { useTranslation } from "react-i18next";
import { useOwnerPolicy } from "../../client/settings.ts";

/** Whom to call, as the owner's policy file says; undefined where it names nobody. */
export function useSupportWords(): string | undefined {
  const { t } = useTranslation();
  const { support } = useOwnerPolicy().fixed;
  return support === undefined ? undefined : t("help.support", support);
}
