/** Dates in GS1 codes: YYMMDD, a day of 00 for "the month only". Pure. */

/**
 * The date as YYYY-MM-DD; null where it is none. A year is the one with these last digits from 49 years before this year
 * to 50 after it; a day of 00 is the month's last (General Specifications, section 7.12 and the notes on AIs 11 to 17).
 */
export function gs1Date(digits: string, today: string): string | null {
  const [, yy = "", mm = "", dd = ""] = /^(\d\d)(\d\d)(\d\d)$/.exec(digits) ?? [];
  const month = Number(mm);
  if (month < 1 || month > 12) return null;
  const thisYear = Number(today.slice(0, 4));
  const near = thisYear - (thisYear % 100) + Number(yy);
  const ahead = near - thisYear;
  const year = ahead > 50 ? near - 100 : ahead < -49 ? near + 100 : near;
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const day = dd === "00" ? lastDay : Number(dd);
  return day <= lastDay ? `${year}-${mm}-${String(day).padStart(2, "0")}` : null;
}
