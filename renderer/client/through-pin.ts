/** Repeats a call that was held back for the PIN, once the PIN was given. */
import type { Reply, ReplyError } from "../../contract/reply.ts";

/**
 * Makes the call. Where it is answered `pin_needed`, nothing was done: the PIN is asked for, and the same call is made
 * again when it is right. Where the person declines, the refusal is the answer.
 */
export async function throughPin<Value>(
  call: () => Promise<Reply<Value>>,
  askForPin: (refusal: ReplyError) => Promise<boolean>,
): Promise<Reply<Value>> {
  for (;;) {
    const reply = await call();
    if (reply.ok || reply.error.code !== "pin_needed" || !(await askForPin(reply.error))) return reply;
  }
}
