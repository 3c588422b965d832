/** One connection of the simulated network. */
import type { Dispatcher } from "undici";
import type { Carrier } from "../../../main/engine/core/remote/network.ts";

/** Closed by the link, by the service after a while of nothing, or by the engine. */
export class SimulatedCarrier implements Carrier {
  isUsed = false;
  whenDropped: (() => void) | null = null;
  readonly #send: (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => void;
  #told: (() => void) | null = null;
  #isOpen = true;
  /** What of its request is still to come is heard by nobody. */
  whenClosed: (() => void) | null = null;

  constructor(send: (of: SimulatedCarrier) => Carrier["dispatch"]) {
    this.#send = send(this);
  }
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.isUsed = true;
    this.#send(options, handler);
  }
  isOpen(): boolean {
    return this.#isOpen;
  }
  onDropped(told: () => void): void {
    this.#told = told;
  }
  close(): void {
    this.#isOpen = false;
    this.whenClosed?.();
  }
  drop(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.whenDropped?.();
    this.#told?.();
  }
}
