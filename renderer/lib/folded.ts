/** Text as it is compared: without case, marks and the spellings of one Arabic letter. */
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\p{M}\u0640]/gu, "")
    .replace(/ى/g, "ي")
    .replace(/ة/g, "ه")
    .toLowerCase();
}
