/** Asks the person for the PIN, once for all calls that wait for it. The prompt (`pin-prompt.tsx`) answers. */
import { create } from "zustand";
import { PIN_ACTIONS, type PinAction } from "../../contract/channels/declare.ts";
import type { ReplyError } from "../../contract/reply.ts";

interface Asking {
  action: PinAction | null;
  /** True: it is open now. False: the person would rather not. */
  answered: Promise<boolean>;
  answer: (opened: boolean) => void;
}

interface PinAsk {
  asking: Asking | null;
  /** What was declined last, and when. */
  declined: { action: PinAction | null; at: number } | null;
  /** What the person is about to do, in words; null where no screen says it. */
  doing: string | null;
}

export const usePinAsk = create<PinAsk>(() => ({ asking: null, declined: null, doing: null }));

/** Does what may ask for the PIN; the prompt then says in these words what it is for. */
export async function doingInWords<Result>(words: string, act: () => Promise<Result>): Promise<Result> {
  usePinAsk.setState({ doing: words });
  try {
    return await act();
  } finally {
    usePinAsk.setState({ doing: null });
  }
}

/** Calls that follow one that was declined as closely as this belong to the same press of a button. */
const SAME_PRESS_MS = 500;

/** Whether a call belongs to what the person has just declined. Pure. */
export const isSamePress = (declined: PinAsk["declined"], action: PinAction | null, now: number): boolean =>
  declined !== null && declined.action === action && now - declined.at < SAME_PRESS_MS;

/** Shows the prompt, or joins it where it is shown already; answers whether the PIN is open now. */
export function askForPin(refusal: ReplyError, now = performance.now()): Promise<boolean> {
  const action = PIN_ACTIONS.find((known) => known === refusal.details.action) ?? null;
  const { asking, declined } = usePinAsk.getState();
  if (asking !== null) return asking.answered;
  if (isSamePress(declined, action, now)) {
    usePinAsk.setState({ declined: { action, at: now } });
    return Promise.resolve(false);
  }
  let settle: (opened: boolean) => void = () => undefined;
  const answered = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  const answer = (opened: boolean) => {
    usePinAsk.setState({ asking: null, declined: opened ? null : { action, at: performance.now() } });
    settle(opened);
  };
  usePinAsk.setState({ asking: { action, answered, answer } });
  return answered;
}
