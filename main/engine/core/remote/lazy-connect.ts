/** The way to the network, loaded by whoever first needs it. */
import { type Connect, problemOf } from "./network.ts";

/** `proxy` is an address or null. A file of the program that can't be read is met again at each try. */
export function lazyConnect(
  proxy: string | null,
  load: () => Promise<{ createConnect: (proxy: string | null) => Connect }> = () => import("./connect.ts"),
): Connect {
  let loaded: Promise<Connect> | null = null;
  return async (serviceUrl) => {
    loaded ??= load().then(({ createConnect }) => createConnect(proxy));
    try {
      return await (await loaded)(serviceUrl);
    } catch (error) {
      loaded = null;
      return { kind: "not_connected", ...problemOf(error) };
    }
  };
}
