/** Can a file of the profile be used, and what is it called when not? Pure. */

const LARGEST = 1_000_000;

/** A word on what is wrong with the text of a store file; null where it is a JSON object. */
export function troubleOf(text: string): string | null {
  if (text.length > LARGEST) return "it is far too large";
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? null : "it is not a JSON object";
  } catch (error) {
    return `it is not JSON (${error instanceof Error ? error.message.slice(0, 80) : "unreadable"})`;
  }
}

/** The name that a file is kept aside under. */
export const brokenName = (path: string, at: Date): string =>
  `${path}.broken-${at.toISOString().replaceAll(":", "-")}`;
