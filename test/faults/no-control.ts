/** What undici hands to whoever reads an answer, where nobody holds it up or ends it. */
import type { Dispatcher } from "undici";

export const NO_CONTROL: Dispatcher.DispatchController = {
  aborted: false,
  paused: false,
  reason: null,
  abort: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
};
