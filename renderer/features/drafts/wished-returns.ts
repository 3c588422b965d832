/** Returns that another screen asks the form to begin with, such as of all that expires of a supplier. */

/** Text as it is typed; empty where it is not known. */
interface WishedLine {
  productId: string;
  measureUnitId: string;
  productionAt: string;
  expiryAt: string;
  price: string;
  quantity: string;
}

export interface WishedReturn {
  supplierAccountId: string;
  storeId: string;
  currencyId: string;
  lines: readonly WishedLine[];
}

let wished: readonly WishedReturn[] = [];

/** Call it before the form is opened, which makes a draft of each and shows the first. */
export function wishReturns(returns: readonly WishedReturn[]): void {
  wished = returns;
}

/** What is wished for, once. */
export function takeWished(): readonly WishedReturn[] {
  const taken = wished;
  wished = [];
  return taken;
}
