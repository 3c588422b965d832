import { useTranslation } from "react-i18next";
import type { ShopFolderState } from "../../../contract/channels/shop-folder.ts";
import { useOwnerPolicy } from "../../client/settings.ts";

/** Who has fixed a setting of the shop folder, in words; null where it is chosen here. */
export function useFixed(
  field: ShopFolderState["signed"][number],
  { signed }: ShopFolderState,
): string | null {
  const { t } = useTranslation();
  const { fixed, blind } = useOwnerPolicy();
  if (fixed.shopFolder?.[field] !== undefined) return t("byPolicy.fixed");
  if (blind) return t("byPolicy.blind");
  return signed.includes(field) ? t("errors.reason.signed") : null;
}
