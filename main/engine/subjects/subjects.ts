/** What each subject answers. */
import { draftHandlers } from "./drafts.ts";
import { returnHandlers } from "./purchase-return.ts";
import { purchaseHandlers } from "./purchases/handlers.ts";
import { reportHandlers } from "./reports/handlers.ts";
import { restoreHandlers } from "./restore-record.ts";
import { scanHandlers } from "./scan/scan-service.ts";
import type { Shop } from "./shop.ts";
import { voucherHandlers } from "./tax-voucher.ts";
import { unknownHandlers } from "./unknown-match.ts";

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
