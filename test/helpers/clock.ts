/** A clock that stays still until a test moves it, and randomness that is written down. */

import type { DayOf } from "../../main/engine/core/outbox/local-days.ts";
import type { Clock, Randomness } from "../../main/engine/ports.ts";

interface Waiting {
  at: number;
  order: number;
  task: () => void;
}

export const START = Date.parse("2026-03-01T08:00:00.000Z");

const formats = new Map<string, Intl.DateTimeFormat>();

/** A zone's format is made once for a process: to make it took a twentieth of opening an engine. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  formats.set(timeZone, format);
  return format;
}

/** Reads days in an IANA time zone; an unknown name is a RangeError. */
export function daysIn(timeZone: string): DayOf {
  const format = formatIn(timeZone);
  return (moment) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    return `${parts.get("year")?.padStart(4, "0")}-${parts.get("month")}-${parts.get("day")}`;
  };
}

export class ManualClock implements Clock {
  #now: number;
  #order = 0;
  #waiting = new Set<Waiting>();

  // Bound, as `now` is.
  readonly dayOf: DayOf;

  constructor(start: number = START, zone = "UTC") {
    this.#now = start;
    this.dayOf = daysIn(zone);
  }

  /** How far the wall clock was turned. */
  #turned = 0;
  readonly monotonic = (): number => this.#now - this.#turned;

  // Bound: the engine hands `clock.now` on by itself.
  readonly now = (): number => this.#now;

  readonly schedule = (delayMs: number, task: () => void): (() => void) => {
    const waiting = { at: this.#now + Math.max(0, delayMs), order: this.#order++, task };
    this.#waiting.add(waiting);
    return () => void this.#waiting.delete(waiting);
  };

  /** When each waiting task is due, soonest first. */
  due(): number[] {
    return this.#sorted().map(({ at }) => at);
  }

  /** Moves to `at` and runs what is due by then, in order. Tasks that these schedule run too if due. */
  runUntil(at: number): void {
    for (let next = this.#sorted()[0]; next !== undefined && next.at <= at; next = this.#sorted()[0]) {
      this.#waiting.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.task();
    }
    this.#now = Math.max(this.#now, at);
  }

  /** Sets the wall clock without running anything: waits go on as long as they would have. */
  turnTo(at: number): void {
    const by = at - this.#now;
    for (const waiting of this.#waiting) waiting.at += by;
    this.#turned += by;
    this.#now = at;
  }

  #sorted(): Waiting[] {
    return [...this.#waiting].sort((a, b) => a.at - b.at || a.order - b.order);
  }
}

/** Draws `fractions` one after the other, then the last one for ever; uuids count up. */
export function writtenRandomness(...fractions: number[]): Randomness {
  let drawn = 0;
  let made = 0;
  return {
    fraction: () => fractions[Math.min(drawn++, fractions.length - 1)] ?? 0.5,
    uuid: () => `00000000-0000-4000-8000-${String(++made).padStart(12, "0")}`,
  };
}
