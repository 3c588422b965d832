/** What each subject answers. */
import { draftHandlers } from "./drafts/drafts.ts";
import { purchaseHandlers } from "./purchases/handlers.ts";
import { reportHandlers } from "./reports/handlers.ts";
import { restoreHandlers } from "./restores/restore-record.ts";
import { returnHandlers } from "./returns/purchase-return.ts";
import { scanHandlers } from "./scan/scan-service.ts";
import type { Shop } from "./shop.ts";
import { unknownHandlers } from "./unknown/unknown-match.ts";
import { voucherHandlers } from "./vouchers/tax-voucher.ts";

export const subjectHandlers = (shop: Shop) => ({
  ...returnHandlers(shop),
  ...voucherHandlers(shop),
  ...restoreHandlers(shop),
  ...draftHandlers(shop),
  ...scanHandlers(shop),
  ...purchaseHandlers(shop),
  ...reportHandlers(shop),
  ...unknownHandlers(shop),
});
