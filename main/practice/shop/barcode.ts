/** EAN-13 barcodes of the range that no company owns (prefix 29: in-store use). */

/** The 13th digit of an EAN-13 barcode from its first twelve. */
export function ean13CheckDigit(twelve: string): number {
  if (!/^\d{12}$/.test(twelve)) throw new RangeError(`${twelve} is not twelve digits`);
  const sum = [...twelve].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return (10 - (sum % 10)) % 10;
}

/** The in-store barcode of one unit (0 to 9) of a product (up to five digits). */
export function inStoreBarcode(productId: number, unitIndex: number): string {
  const twelve = `2900${String(productId).padStart(7, "0")}${unitIndex}`;
  return `${twelve}${ean13CheckDigit(twelve)}`;
}
