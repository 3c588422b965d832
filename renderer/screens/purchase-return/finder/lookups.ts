/** What was scanned or entered and is no line yet: a return that is posted now would go without it. */
const underWay = new Map<Promise<unknown>, string>();

/** The text that has been looked up for longest; null where none is. */
export const lookedUp = (): string | null => underWay.values().next().value ?? null;

/** Notes that a text is looked up until this settles. */
export function lookingUp<T>(text: string, work: Promise<T>): Promise<T> {
  const done = () => void underWay.delete(work);
  underWay.set(work, text);
  work.then(done, done);
  return work;
}
