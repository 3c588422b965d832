/**
 * What a person's badge says: a scanner types it, and the lock screen knows the person by it. The end of their id alone,
 * so that the bars fit on a roll; it names a person and proves nothing.
 */

const BEGINS = "CS-";
const DIGITS = 10;
const IS_BADGE = /^CS-[\dA-F]{10}$/;

export const BADGE_LENGTH = BEGINS.length + DIGITS;

export const badgeText = (personId: string): string => `${BEGINS}${personId.slice(-DIGITS).toUpperCase()}`;

/** Whose badge a text ends with, `person` null where that is nobody or could be two; null where it ends with none. */
export function badgeAtEnd<P extends { personId: string }>(
  text: string,
  people: readonly P[],
): { person: P | null } | null {
  // Some scanners change the letters' case.
  const badge = text.slice(-BADGE_LENGTH).toUpperCase();
  if (!IS_BADGE.test(badge)) return null;
  const [found, another] = people.filter(({ personId }) => badgeText(personId) === badge);
  return { person: another === undefined ? (found ?? null) : null };
}
