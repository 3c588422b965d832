/** When the shop is open, and what becomes of the program in the evening and in the morning. */
import type { Chance } from "./chance.ts";
import type { Counter } from "./counter.ts";
import type { Disasters } from "./disasters.ts";
import type { Timeline } from "./timeline.ts";

const OPENS = 8;
const CLOSES = 18;
const SUNDAY = 0;

const dayAt = (time: number, days: number, hour: number): Date => {
  const day = new Date(time);
  day.setUTCDate(day.getUTCDate() + days);
  day.setUTCHours(hour, 0, 0, 0);
  return day;
};

/** Whether a shop with nights is open at `time`, and when that changes next. */
function openingAt(time: number): { isOpen: boolean; until: number } {
  const hour = new Date(time).getUTCHours();
  const isSunday = new Date(time).getUTCDay() === SUNDAY;
  if (!isSunday && hour >= OPENS && hour < CLOSES)
    return { isOpen: true, until: dayAt(time, 0, CLOSES).getTime() };
  for (let days = hour < OPENS ? 0 : 1; ; days += 1) {
    const next = dayAt(time, days, OPENS);
    if (next.getUTCDay() !== SUNDAY) return { isOpen: false, until: next.getTime() };
  }
}

interface ShopHoursDeps {
  timeline: Timeline;
  chance: Chance;
  counter: Counter;
  disasters: Disasters;
  isOver: () => boolean;
  /** It has just closed. */
  closed: () => void;
}

export class ShopHours {
  readonly #deps: ShopHoursDeps;
  isOpen = true;

  constructor(deps: ShopHoursDeps) {
    this.#deps = deps;
  }

  /** In the evening most end the program, some leave it on; in the morning somebody starts it. */
  untilItCloses(): void {
    const { until } = openingAt(this.#deps.timeline.now);
    this.#deps.timeline.after(until - this.#deps.timeline.now, () => {
      if (this.#deps.isOver()) return;
      this.isOpen = false;
      this.#deps.closed();
      if (this.#deps.chance.happens(0.85))
        this.#deps.counter.close(() => {
          if (this.isOpen) this.#deps.disasters.startSoon();
        });
      this.#untilItOpens();
    });
  }

  #untilItOpens(): void {
    const { until } = openingAt(this.#deps.timeline.now);
    this.#deps.timeline.after(until - this.#deps.timeline.now, () => {
      if (this.#deps.isOver()) return;
      this.isOpen = true;
      this.#deps.disasters.disturb();
      if (this.#deps.counter.isGone) this.#deps.disasters.startSoon();
      this.untilItCloses();
    });
  }
}
