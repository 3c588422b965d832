import { useTranslation } from "react-i18next";
import { useRecordName } from "../../../features/record-picker/use-record-options.ts";
import { isolated } from "../../../i18n/format.ts";
import { Notice } from "../../../ui/notice.tsx";
import type { ReturnFrame } from "../draft/draft.ts";
import type { Purchase } from "./purchased.ts";

interface HeadDiffersProps {
  draft: ReturnFrame;
  purchases: readonly Purchase[];
}

/** Where purchases are from another supplier, or in another currency, than the return: a warning, never a refusal. */
export function HeadDiffers({ draft, purchases }: HeadDiffersProps) {
  const { t } = useTranslation();
  const { supplierAccountId, currencyId } = draft;
  const supplier = useRecordName("supplier", supplierAccountId === "" ? null : supplierAccountId);
  const told = purchases.flatMap(({ documentNo, ...bought }) => [
    ...(supplierAccountId === "" || String(bought.supplierAccountId) === supplierAccountId
      ? []
      : [
          t("purchaseReturn.purchase.otherSupplier", {
            purchase: isolated(documentNo),
            supplier: isolated(bought.supplierName ?? String(bought.supplierAccountId)),
            own: isolated(supplier ?? supplierAccountId),
          }),
        ]),
    ...(currencyId === "" || bought.currencyId === currencyId
      ? []
      : [
          t("purchaseReturn.purchase.otherCurrency", {
            purchase: isolated(documentNo),
            currency: isolated(bought.currencyId),
            own: isolated(currencyId),
          }),
        ]),
  ]);
  if (told.length === 0) return null;
  return (
    <div role="status" data-testid="head-differs">
      <Notice kind="warn">
        {told.map((words) => (
          <div key={words}>{words}</div>
        ))}
      </Notice>
    </div>
  );
}
