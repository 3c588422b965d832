/**
 * The minor units of ISO 4217, list one, as published on 2024-06-25 (SIX, the maintenance agency), with XCG, which
 * came on 2025-03-31. Not Intl's: those are the digits of cash, so that 0.50 YER would be no amount.
 * XAU, XDR and the like have none in the list, and are not in it here.
 */
const ISO_4217 = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  2: `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF
    CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF
    IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV
    MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP
    STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`,
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
} as const;

const DIGITS: ReadonlyMap<string, number> = new Map(
  Object.entries(ISO_4217).flatMap(([digits, codes]) =>
    codes.split(/\s+/).map((code): [string, number] => [code, Number(digits)]),
  ),
);

/** Fraction digits that a currency has: the imported ones, else ISO 4217's; null where neither is known. */
export const knownDigits = (currencyId: string, imported: number | null): number | null =>
  imported ?? DIGITS.get(currencyId) ?? null;

/** Fraction digits that an amount of the currency is written with at least; none where none are known. */
export const writtenDigits = (currencyId: string, imported: number | null): number =>
  knownDigits(currencyId, imported) ?? 0;

/**
 * How many fraction digits an exact decimal has, where they are more than its currency has, as zeros at the end are
 * not; null where it fits, or where the currency's are not known.
 */
export function digitsTooMany(amount: string, digits: number | null): number | null {
  const fraction = amount.split(".")[1] ?? "";
  let used = fraction.length;
  while (fraction[used - 1] === "0") used -= 1;
  return digits !== null && used > digits ? used : null;
}
