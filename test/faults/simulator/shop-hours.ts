/** When the shop is open, and what becomes of the program in the evening and in the morning. */
import type { Chance } from "./chance.ts";
import type { Counter } from "./counter.ts";
import type { Disasters } from "./disasters.ts";
import { openingAt } from "./life.ts";
import type { Timeline } from "./timeline.ts";

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
