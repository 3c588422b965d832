/** Digits as they are on Arabic and Persian keyboards, and the Arabic separators, to the ones the books use. */
export function latinNumber(typed: string): string {
  return typed
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/٫/g, ".")
    .replace(/[٬\s]/g, "");
}
