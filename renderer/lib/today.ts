/** The calendar day, where this counter stands, of a moment in milliseconds since 1970; as YYYY-MM-DD. */
export function dayOf(now: number): string {
  const at = new Date(now);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
