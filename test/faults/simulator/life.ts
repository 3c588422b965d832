/** How a counter is used, and how often what goes wrong: rates as data. Mean times in milliseconds. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const LIVES = ["dense", "shop"] as const;
export type LifeName = (typeof LIVES)[number];

export interface Life {
  /** When it begins, in true time. */
  start: number;
  /** Closed at night and on Sundays; false: people enter day and night. */
  hasNights: boolean;
  people: { enter: number; look: number; press: number; signIn: number };
  /** Between two looks at everything; each kill brings one too. */
  check: number;
  /** The status is compared at each so-manieth step. */
  statusEvery: number;
  /** A spell in which all is well. */
  goodSpell: number;
  disasters: { clock: number; crash: number; restart: number; lock: number; full: number; token: number };
}

export const LIFE: Record<LifeName, Life> = {
  /** As many faults as an engine can meet and still do something in between. */
  dense: {
    start: Date.parse("2026-03-01T08:00:00.000Z"),
    hasNights: false,
    people: { enter: 4 * MINUTE, look: 9 * MINUTE, press: 13 * MINUTE, signIn: 11 * MINUTE },
    check: 20 * MINUTE,
    statusEvery: 1,
    goodSpell: 25 * MINUTE,
    disasters: {
      clock: 40 * MINUTE,
      crash: 50 * MINUTE,
      restart: 3 * HOUR,
      lock: 70 * MINUTE,
      full: 90 * MINUTE,
      token: 2 * HOUR,
    },
  },
  /** A shop's bad month. It begins on a Monday, as the shop opens. */
  shop: {
    start: Date.parse("2026-03-02T08:00:00.000Z"),
    hasNights: true,
    people: { enter: 6 * MINUTE, look: 45 * MINUTE, press: 2 * HOUR, signIn: 11 * MINUTE },
    check: 8 * HOUR,
    statusEvery: 4,
    goodSpell: 150 * MINUTE,
    disasters: {
      clock: 60 * HOUR,
      crash: 30 * HOUR,
      restart: 40 * HOUR,
      lock: 40 * HOUR,
      full: 60 * HOUR,
      token: 48 * HOUR,
    },
  },
};
