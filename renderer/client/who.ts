/** Who works now, for what is kept longer than a screen is drawn, and what of it is one person's alone. */
import { create, type StoreApi, type UseBoundStore } from "zustand";

interface Who {
  /** Nobody is signed in where people have names. */
  locked: boolean;
  /** Null also where nobody has a name. */
  personId: string | null;
}

export const useWho = create<Who>(() => ({ locked: false, personId: null }));

const saves: (() => void)[] = [];
const empty: (() => void)[] = [];

/** Is called before the counter locks, and once more when it did so by itself: what still waits is saved at once. */
export const savedAtLock = (save: () => void): void => void saves.push(save);

export function saveBeforeLock(): void {
  for (const save of saves) save();
}

/** Is called once the counter is locked: what one person typed or chose is not the next one's. */
export const forgottenAtLock = (forget: () => void): void => void empty.push(forget);

/** A store that is as at the start again once the counter is locked. */
export function ofOnePerson<State>(store: UseBoundStore<StoreApi<State>>): UseBoundStore<StoreApi<State>> {
  forgottenAtLock(() => store.setState(store.getInitialState(), true));
  return store;
}

/** Empties all of it. */
export function forgetPerson(): void {
  for (const one of empty) one();
}
