/** What undici hands to the reader of an answer, where nothing holds it up or ends it. */
import type { Dispatcher } from "undici";

export const NO_CONTROL: Dispatcher.DispatchController = {
  aborted: false,
  paused: false,
  reason: null,
  abort: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
};
