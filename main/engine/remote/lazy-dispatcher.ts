/** The way to the network, loaded and opened by the first request. */
import type { Dispatcher } from "undici";

export interface LazyDispatcher {
  get(): Promise<Dispatcher>;
  /** Closes what was opened. */
  close(): Promise<void>;
}

/** At most `connections` at a time to one service; `proxy` is an address or null. */
export function lazyDispatcher(connections: number, proxy: string | null): LazyDispatcher {
  let opened: Promise<Dispatcher> | null = null;
  const open = async () => (await import("./dispatcher.ts")).createDispatcher(connections, proxy);
  return {
    get: () => {
      opened ??= open();
      return opened;
    },
    close: async () => {
      await (await opened)?.close();
    },
  };
}

/** One that is there already. */
export const readyDispatcher = (dispatcher: Dispatcher): LazyDispatcher => ({
  get: async () => dispatcher,
  close: () => dispatcher.close(),
});
