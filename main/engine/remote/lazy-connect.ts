/** The way to the network, loaded by whoever first needs it. */
import type { Connect } from "./network.ts";

/** `proxy` is an address or null. */
export function lazyConnect(proxy: string | null): Connect {
  let loaded: Promise<Connect> | null = null;
  const load = async (): Promise<Connect> => (await import("./connect.ts")).createConnect(proxy);
  return async (serviceUrl) => {
    loaded ??= load();
    return (await loaded)(serviceUrl);
  };
}
