/** Keys with a time of their own: a scanner's pace, however busy the machine is. */
import { createEvent, fireEvent } from "@testing-library/react";

const PACE_MS = 5;
/** On this clock alone. */
let now = 1_000;

/** A hand reaches for the scanner. */
export function pause(): void {
  now += 1_000;
}

/** Presses a key as a scanner does, right after the one before; false where its default was prevented. */
export function pressKey(place: Element, key: Record<string, string | boolean>): boolean {
  now += PACE_MS;
  const event = createEvent.keyDown(place, key);
  Object.defineProperty(event, "timeStamp", { value: now });
  return fireEvent(place, event);
}
