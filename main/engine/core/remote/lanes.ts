/**
 * The connections to one service: opened before anything is claimed for them, used again while they are kept alive.
 * A lane that is opened carries the next request; so a look at the way to the service goes exactly as requests go.
 */
import { type Carrier, type Connect, problemOf } from "./network.ts";

export interface Lanes {
  /** Open connections that carry nothing. */
  idle(): number;
  /** Connections that are being opened. */
  opening(): number;
  /** Opens one more and sends nothing. Resolves with whether it is open; never rejects. */
  open(): Promise<boolean>;
  /** Takes an idle connection for one request; null where none is open. */
  take(): Carrier | null;
  /** Its request is over: the next one may go over it where it is still open. */
  release(carrier: Carrier): void;
  /** Closes every connection, whatever is under way. */
  close(): void;
}

/** Where a connection is closed this soon after an answer, none is kept for a next request for a while. */
const CLOSED_EARLY_MS = 1_000;
const ONCE_FOR_MS = 10 * 60_000;

/** `dropped`: the other side closed a connection over which nothing had been sent, so long after it was opened. */
export function createLanes(
  connect: Connect,
  serviceUrl: string,
  now: () => number,
  dropped: (afterMs: number) => void,
): Lanes {
  let opening = 0;
  let closed = false;
  let idle: Carrier[] = [];
  const busy = new Set<Carrier>();
  // Weak: what is closed unused from here, as each look at an idle link is, tells nobody.
  const unused = new WeakSet<Carrier>();
  const releasedAt = new WeakMap<Carrier, number>();
  /** A request that is written as its connection goes away is lost: until then each connection carries one. */
  let onceUntil = Number.NEGATIVE_INFINITY;
  const open = (): Carrier[] => {
    idle = idle.filter((carrier) => carrier.isOpen());
    return idle;
  };
  return {
    idle: () => open().length,
    opening: () => opening,
    async open() {
      opening += 1;
      const met = await connect(serviceUrl).finally(() => {
        opening -= 1;
      });
      if (met.kind === "not_connected") return false;
      const { carrier } = met;
      if (closed) {
        carrier.close();
        return false;
      }
      const openedAt = now();
      unused.add(carrier);
      idle.push(carrier);
      carrier.onDropped(() => {
        if (unused.delete(carrier)) dropped(now() - openedAt);
        else if (now() - (releasedAt.get(carrier) ?? Number.NEGATIVE_INFINITY) < CLOSED_EARLY_MS)
          onceUntil = now() + ONCE_FOR_MS;
      });
      return true;
    },
    take() {
      // The one that was used last: the others are let go where fewer are needed.
      const carrier = open().pop() ?? null;
      if (carrier !== null) {
        unused.delete(carrier);
        busy.add(carrier);
      }
      return carrier;
    },
    release(carrier) {
      busy.delete(carrier);
      releasedAt.set(carrier, now());
      if (now() < onceUntil) carrier.close();
      else idle.push(carrier);
    },
    close() {
      closed = true;
      for (const carrier of [...idle, ...busy]) carrier.close();
      idle = [];
      busy.clear();
    },
  };
}

/**
 * The way to the network, loaded where it is first needed. `proxy` is an address or null. A file of the program that
 * can't be read is met again at each try.
 */
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
