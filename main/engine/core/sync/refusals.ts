/**
 * Whether a refusal is about its entry or about the service: pure.
 *
 * The interface shows no error codes, so what a refusal means is read from what it does: different entries that are
 * refused with the same words, and nothing taken in between, are no word about any of them; nor are more than three in a
 * row, whatever the words. The first of them is believed, for nothing speaks against it yet.
 */

/** What is refused, and how. */
export interface Refusal {
  sequence: number;
  /** Status and words, with all that may differ from entry to entry blanked. */
  saying: string;
  /** A page in place of JSON: whoever wrote it has not read the entry. */
  isPage: boolean;
  /** The entry's last answer was about the service. */
  wasAboutService: boolean;
}

/**
 * By saying, what was said since the service last took an entry; null where nothing was. By sequence: how often each
 * entry was told it, and since when.
 */
export type Refusals = ReadonlyMap<string, ReadonlyMap<number, { since: number; times: number }>> | null;

/** Told the same so often, over so long, one of two is believed: nothing may be left that could prove the contrary. */
const BELIEVED_TIMES = 3;
const BELIEVED_MS = 600_000;
/** So many entries in a row are believed, each in its own words: two servers, or an id of letters, make any number of words. */
const BELIEVED_ENTRIES = 3;

/**
 * `took`: the service took an entry in this run; everything in `now` was said after the last one. `isOpen`: an entry is
 * still to be sent, or to be decided on; what a person has settled keeps no other one waiting.
 */
export function afterRefusal(
  now: Refusals,
  refusal: Refusal,
  took: boolean,
  at: number,
  isOpen: (sequence: number) => boolean,
): { refusals: Refusals; about: "entry" | "service" } {
  const { sequence, saying } = refusal;
  if (refusal.isPage) return { refusals: now, about: "service" };
  const told = new Map(now?.get(saying));
  const { since: firstAt, times } = told.get(sequence) ?? { since: at, times: 0 };
  // The clock was set back since: else its ten minutes would last for as long as it jumped.
  const since = Math.min(firstAt, at);
  told.set(sequence, { since, times: times + 1 });
  const refusals = new Map(now).set(saying, told);
  const refused = new Set([...refusals.values()].flatMap((one) => [...one.keys()]));
  // An earlier run knew of others: where nothing speaks against it, its word holds.
  const isKnownAlike = refusal.wasAboutService && !took && (now === null || now.has(saying));
  if (told.size === 1 && refused.size <= BELIEVED_ENTRIES && !isKnownAlike)
    return { refusals, about: "entry" };
  const open = [...told.keys()].filter((of) => of === sequence || isOpen(of)).length;
  const isBelieved = open <= 2 && times + 1 >= BELIEVED_TIMES && at - since >= BELIEVED_MS;
  return { refusals, about: isBelieved ? "entry" : "service" };
}
