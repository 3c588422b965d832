/** Whether the system works for this process, so that simulated time has to wait for it. The real clock isn't asked. */
import { createHook } from "node:async_hooks";

/**
 * What a thread of the system encrypts or hashes: Node lists it nowhere else. Bytes are drawn, keys made and signatures put
 * at once, on no thread: nothing says that they are done, and they would count until they are collected.
 */
const ON_A_THREAD = /^(?!RANDOMBYTES|KEYPAIRGEN|SIGN).*REQUEST$/;
const underWay = new Set<number>();
const hooks = {
  // Known to Node and not yet to its types; without it each promise would be looked at.
  trackPromises: false,
  init: (id: number, type: string) => {
    if (ON_A_THREAD.test(type)) underWay.add(id);
  },
  after: (id: number) => void underWay.delete(id),
  destroy: (id: number) => void underWay.delete(id),
};
createHook(hooks).enable();

/** A file that is being opened, written or closed is work, too. */
export const isAtWork = (): boolean =>
  underWay.size > 0 ||
  process
    .getActiveResourcesInfo()
    .some((name) => name.includes("FSReq") || name.endsWith("CloseReq") || name === "Immediate");
