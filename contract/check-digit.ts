/** Whether the last digit is the check digit of those before it (modulo 10, as in every GTIN and SSCC). */
export function hasCheckDigit(digits: string): boolean {
  if (!/^\d{2,}$/.test(digits)) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1)
    sum += Number(digits[digits.length - 1 - place]) * (place % 2 === 0 ? 1 : 3);
  return sum % 10 === 0;
}
