/** A process that is started before the one that will talk to it is loaded. */
import type { ChildProcess, StartChild } from "../engine/child-process.ts";

/**
 * Starts one now and hands it to whoever asks first; later ones are started when they are asked for. Nothing of it is
 * missed: it says nothing before it is spoken to.
 */
export function startEarly(start: StartChild): StartChild {
  let onMessage: (message: unknown) => void = () => undefined;
  let early: ChildProcess | null = start((message) => onMessage(message));
  return (listener) => {
    if (early === null) return start(listener);
    const mine = early;
    early = null;
    onMessage = listener;
    return mine;
  };
}
