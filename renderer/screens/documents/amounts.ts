/** This counter's amount beside the service's. */
import Big from "big.js";

export interface Sides {
  local: string | null;
  localCurrency: string | null;
  service: string | null;
  serviceCurrency: string | null;
}

export type Comparison =
  | { kind: "same" }
  /** The service's amount less this counter's, exactly. */
  | { kind: "differs"; by: string }
  | { kind: "otherCurrency" }
  /** One side is not known, so nothing is compared. */
  | { kind: "oneSided" };

const isDecimal = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);

/** Compares the two exactly; never across currencies. */
export function compareAmounts({ local, localCurrency, service, serviceCurrency }: Sides): Comparison {
  if (local === null || service === null || !isDecimal(local) || !isDecimal(service))
    return { kind: "oneSided" };
  if (localCurrency !== null && serviceCurrency !== null && localCurrency !== serviceCurrency)
    return { kind: "otherCurrency" };
  const by = new Big(service).minus(local);
  return by.eq(0) ? { kind: "same" } : { kind: "differs", by: by.toFixed() };
}
