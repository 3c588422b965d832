/** What the tour enters, of the practice shop's sample. */

export const PURCHASE_RETURN = {
  supplier: "Hadramout",
  cash: "2001",
  store: "Main",
  currency: "YER",
  lines: [
    { barcode: "2900000100107", quantity: "3" },
    { barcode: "2900000101005", quantity: "2" },
    { barcode: "2900000100114", quantity: "1.5" },
  ],
};

export const VOUCHER = { serialNo: "7a0c4e50-0000-4000-8000-000000000002", amount: "18650.25" };
