/** The public keys that this page knows: those it was saved with, and those that a person added. */
import { readKeyText } from "../../contract/slip-code.ts";

const PLACE = "counterside-keys";

/** The keys written into the page when it was saved. */
const builtIn = (): string[] =>
  (document.querySelector<HTMLMetaElement>('meta[name="keys"]')?.content ?? "")
    .split(" ")
    .flatMap((text) => readKeyText(text) ?? []);

let added: string[] | null = null;

function stored(): string[] {
  if (added !== null) return added;
  try {
    added = (localStorage.getItem(PLACE) ?? "").split(" ").flatMap((text) => readKeyText(text) ?? []);
  } catch {
    // A page opened from a file may have no storage: keys then hold as long as it is open.
    added = [];
  }
  return added;
}

function keep(keys: string[]): void {
  added = keys;
  try {
    localStorage.setItem(PLACE, keys.map((key) => `CSK1|${key}`).join(" "));
  } catch {
    // As above.
  }
}

export const knownKeys = (): string[] => [...new Set([...builtIn(), ...stored()])];
export const isBuiltIn = (key: string): boolean => builtIn().includes(key);
export const addKey = (key: string): void => keep([...new Set([...stored(), key])]);
export const removeKey = (key: string): void => keep(stored().filter((each) => each !== key));
