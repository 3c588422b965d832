/** Whether the system works for this process, so that simulated time has to wait for it. The real clock isn't asked. */
import { createHook } from "node:async_hooks";

/** What is encrypted, hashed or packed on a thread of the system: Node lists it nowhere else. */
const underWay = new Set<number>();
const hooks = {
  // Known to Node and not yet to its types; without it each promise would be looked at.
  trackPromises: false,
  init: (id: number, type: string) => {
    if (/REQUEST$|^ZLIB$/.test(type)) underWay.add(id);
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
