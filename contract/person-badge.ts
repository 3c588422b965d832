/** What a person's badge says: a scanner types it, and the lock screen knows the person by it. */

const BEGINS = "CS-PERSON:";

export const badgeText = (personId: string): string => `${BEGINS}${personId}`;

export const BADGE_LENGTH = BEGINS.length + 36;

/** Whose badge a text ends with; null where it ends with none. Some scanners change the letters' case. */
export const badgeAtEnd = (text: string): string | null =>
  new RegExp(`${BEGINS}([\\da-f-]{36})$`, "i").exec(text)?.[1]?.toLowerCase() ?? null;
