/** A number of days as it is typed. Pure. */
import { MOST_WINDOW_DAYS } from "../../../contract/channels/purchases.ts";

/** Null where the text is none, or more than may be set. */
export function daysIn(text: string): number | null {
  const days = /^\d{1,4}$/.test(text.trim()) ? Number(text) : null;
  return days === null || days > MOST_WINDOW_DAYS ? null : days;
}
