/** Makes recovery codes, and writes them so that people can copy them. Pure: chance is handed in. */
import { checkDigits, RECOVERY_DIGITS } from "../../../contract/channels/pin.ts";

/** A new code; `digit` gives one of 0 to 9, each as likely as the others. */
export function makeRecoveryCode(digit: () => number): string {
  const random = Array.from({ length: RECOVERY_DIGITS.random }, digit).join("");
  return random + checkDigits(random);
}

/** In fours, as on a card. */
export const spacedCode = (code: string): string => code.replace(/\d{4}(?=\d)/g, "$& ");
