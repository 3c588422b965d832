/** The meaning that the owner wrote for a code; a code such as "__proto__" has none, though every object has that field. */
export const meaningOf = (meanings: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(meanings, code) ? meanings[code] : undefined;

/** Whether text is a code: a whole number, as it is sent. */
export const isCode = (text: string): boolean => /^-?\d{1,30}$/.test(text);
