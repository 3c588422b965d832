/** A server on loopback that can go away and come back on the same port, as a failing service does. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export const LOOPBACK = "127.0.0.1";

export interface Listener {
  readonly port: number;
  readonly up: boolean;
  /** Aborted when the present listening period ends. */
  readonly down: AbortSignal;
  /** Takes connections again, or refuses them: open ones are cut. Settles when it is so. */
  setUp(up: boolean): Promise<void>;
}

/** Listens on loopback; port 0 takes any free one. Rejects with the system's error where the port is taken. */
async function listenOnLoopback(handler: RequestListener, wantedPort: number): Promise<Listener> {
  const server = createServer(handler);
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  let period = new AbortController();
  let port = wantedPort;

  const start = async (): Promise<void> => {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ host: LOOPBACK, port }, () => {
        server.off("error", reject);
        resolve();
      });
    });
    const address: AddressInfo | string | null = server.address();
    if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
    port = address.port;
    period = new AbortController();
  };
  const stop = async (): Promise<void> => {
    period.abort();
    const closed = new Promise<void>((resolve, reject) => {
      server.close((error) => (error ? reject(error) : resolve()));
    });
    for (const socket of sockets) socket.destroy();
    await closed;
  };

  await start();
  // One change after the other, however many are asked for at once.
  let lastChange: Promise<void> = Promise.resolve();
  return {
    get port() {
      return port;
    },
    get up() {
      return server.listening;
    },
    get down() {
      return period.signal;
    },
    setUp(up) {
      const change = async (): Promise<void> => {
        if (server.listening !== up) await (up ? start() : stop());
      };
      lastChange = lastChange.then(change, change);
      return lastChange;
    },
  };
}

const isPortTaken = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "EADDRINUSE";

/**
 * Listens on loopback, on a port that is asked for or on none other; port 0 prefers the last one, so that a saved
 * address stays right. Rejects with a sentence where the port is taken.
 */
export async function listen(handler: RequestListener, port: number, lastPort: number): Promise<Listener> {
  if (port === 0 && lastPort > 0) {
    try {
      return await listenOnLoopback(handler, lastPort);
    } catch (error) {
      if (!isPortTaken(error)) throw error;
    }
  }
  try {
    return await listenOnLoopback(handler, port);
  } catch (error) {
    if (!isPortTaken(error)) throw error;
    throw new Error(`Port ${port} on ${LOOPBACK} is taken by another program; choose another port.`);
  }
}
