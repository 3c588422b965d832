/**
 * Opens connections to the service over the real network, through a proxy where there is one. Only `lanes.ts`
 * imports this in the program: undici is the largest library of the engine, and its first answers to the window must
 * not wait for it.
 *
 * The socket is opened here and handed to undici when the first request goes: a pool of undici's would take the
 * request first and then try to connect, and an entry would be claimed for a connection that never comes to be.
 */

import { Socket } from "node:net";
import * as tls from "node:tls";
import { type Certificate, TLSSocket } from "node:tls";
import { buildConnector, Client } from "undici";
import { isLoopback } from "../../../../contract/channels/connection.ts";
import {
  type Carrier,
  CONNECT_MS,
  type Connect,
  type Connected,
  ProxyFailure,
  problemOf,
} from "./network.ts";

// Takes interim answers (1xx) off an open socket before undici reads it: it ends a connection at a `100 Continue` that it
// hasn't asked for, where HTTP has a client pass over it (RFC 9110, 15.2), and has no setting for that.

/** Up to the first digit of the status. Longer pieces of it may still become an interim answer. */
const BEGINNING = /^(?:\r|H(?:T(?:T(?:P(?:\/(?:1(?:\.(?:[01](?: (?:1\d{0,2})?)?)?)?)?)?)?)?)?)?$/;
const INTERIM = /^HTTP\/1\.[01] 1(?!01)\d\d/;
const END = /\r?\n\r?\n/;
/** As long as undici takes the headers of any answer; what is longer is left for it to refuse. */
const LONGEST = 16_384;

/** What to do with the first bytes of an answer, given one character a byte: how many to drop, and whether more is to come. */
function look(text: string): { drop: number; isDecided: boolean } {
  let drop = 0;
  for (;;) {
    // A blank line before a status is passed over, as undici does.
    while (text.startsWith("\r\n", drop)) drop += 2;
    const rest = text.slice(drop, drop + LONGEST);
    if (!INTERIM.test(rest)) return { drop, isDecided: !BEGINNING.test(rest.slice(0, 64)) };
    const end = END.exec(rest);
    if (end === null) return { drop, isDecided: rest.length === LONGEST };
    drop += end.index + end[0].length;
  }
}

/**
 * Call it before anybody else listens for what comes: each `begin()` has the next answer looked at, whose other bytes are
 * left on the socket as they came.
 */
function dropInterimAnswers(socket: Socket): { begin: () => void } {
  let isLooking = false;
  /** Of an answer of which can't be said yet what it is. */
  let held: Buffer = Buffer.alloc(0);
  socket.on("readable", () => {
    while (isLooking) {
      const came: Buffer | null = socket.read();
      if (came === null) return;
      held = held.length === 0 ? came : Buffer.concat([held, came]);
      const { drop, isDecided } = look(held.toString("latin1"));
      held = held.subarray(drop);
      if (!isDecided) continue;
      isLooking = false;
      const rest = held;
      held = Buffer.alloc(0);
      socket.unshift(rest);
    }
  });
  return {
    begin: () => {
      isLooking = true;
      held = Buffer.alloc(0);
    },
  };
}

// How a TLS connection is checked. Apart from `network.ts`, which the engine loads at its start: TLS is a large part of Node.

/** The system's certificate store, where this runtime can read it; otherwise the runtime's own list. */
function systemCertificates(): string[] | undefined {
  const read: unknown = Reflect.get(tls, "getCACertificates");
  if (typeof read !== "function") return undefined;
  const list = (kind: string): string[] => Reflect.apply(read, tls, [kind]);
  return [...new Set([...list("default"), ...list("system")])];
}

/** What every TLS connection is opened with. The check is asked for outright: an environment variable could else drop it. */
export function tlsChecks(): { rejectUnauthorized: true; ca?: string[] } {
  const ca = systemCertificates();
  return { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) };
}

/** Between the system's own probes of a silent connection: a router forgets one that nothing passes. */
const PROBE_MS = 60_000;

/** Shorter than what servers keep: a connection they close as we write costs a lost answer. */
const KEEP_ALIVE_MS = 4_000;

const distinguished = (name: Certificate): string =>
  Object.entries(name)
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(", ");

function certificateOf(socket: Socket) {
  if (!(socket instanceof TLSSocket)) return null;
  const peer = socket.getPeerCertificate();
  return {
    subject: distinguished(peer.subject),
    issuer: distinguished(peer.issuer),
    validTo: peer.valid_to,
  };
}

/** With the code that Node.js has for it. */
class ClosedBeforeUse extends Error {
  readonly code = "ERR_SOCKET_CLOSED";
}

/** Makes what carries requests out of an open socket; unused for four seconds it is closed. */
function carrierOver(socket: Socket, origin: string): Carrier {
  let over: { client: Client; beginAnswer: () => void } | null = null;
  let closedHere = false;
  const close = (): void => {
    closedHere = true;
    socket.destroy();
    void over?.client.destroy();
  };
  socket.on("error", () => undefined);
  // A server that speaks before it is asked isn't waiting for a request.
  const tooEarly = (): void => void socket.destroy();
  socket.on("data", tooEarly);
  socket.setTimeout(KEEP_ALIVE_MS, close);

  /** From now on the socket is undici's; it gets this one and never another. */
  const handOver = (): NonNullable<typeof over> => {
    socket.off("data", tooEarly);
    socket.pause();
    socket.setTimeout(0);
    socket.off("timeout", close);
    const { begin: beginAnswer } = dropInterimAnswers(socket);
    let given = false;
    const client = new Client(origin, {
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // The deadline of the whole request is the client's.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (_options, done) => {
        const isOpen = !given && !socket.destroyed;
        given = true;
        // Not at once: undici looks for what to send only after its connector returned.
        queueMicrotask(() =>
          isOpen ? done(null, socket) : done(new ClosedBeforeUse("the connection was closed"), null),
        );
      },
    });
    return { client, beginAnswer };
  };
  return {
    dispatch(options, handler) {
      over ??= handOver();
      over.beginAnswer();
      over.client.dispatch(options, handler);
    },
    isOpen: () => !socket.destroyed && !socket.readableEnded,
    onDropped: (notify) => void socket.once("close", () => (closedHere ? undefined : notify())),
    close,
  };
}

/**
 * Opens sockets to servers, TLS finished. What goes to this very computer passes the proxy by: a token for loopback may
 * travel in the clear, so it must not leave the computer.
 */
export function createEstablish(proxy: string | null, connectMs: number): (url: URL) => Promise<Socket> {
  // Asked for once a socket is open: before that not every Windows answers it, and undici would ask at once.
  const limits = { timeout: connectMs, keepAlive: false, ...tlsChecks() };
  const connector = buildConnector(limits);
  const opened = (to: buildConnector.Options): Promise<Socket> =>
    new Promise((resolve, reject) =>
      // Where there is an error, undici leaves the socket out.
      connector(to, (error, socket) =>
        socket instanceof Socket ? resolve(socket.setKeepAlive(true, PROBE_MS)) : reject(error),
      ),
    );

  /** A socket that the proxy has connected to `to`, a host and port. */
  const tunnel = async (through: string, to: string): Promise<Socket> => {
    const client = new Client(through, { connect: limits, headersTimeout: connectMs });
    try {
      const { socket, statusCode } = await client
        .connect({ path: to, headers: { host: to }, signal: AbortSignal.timeout(connectMs) })
        .catch((error: unknown) => {
          throw new ProxyFailure("proxy_unreachable", problemOf(error).detail);
        });
      if (statusCode === 200 && socket instanceof Socket) return socket;
      socket.on("error", () => undefined).destroy();
      throw new ProxyFailure("proxy_refused", `the proxy answered ${statusCode} to CONNECT ${to}`);
    } finally {
      void client.destroy();
    }
  };

  return async (url) => {
    const { protocol, hostname, host, port } = url;
    const to = { protocol, host, port, hostname: hostname.replace(/^\[|\]$/g, "") };
    if (proxy === null || isLoopback(hostname)) return opened(to);
    const httpSocket = await tunnel(proxy, `${hostname}:${port || (protocol === "https:" ? "443" : "80")}`);
    return protocol === "https:" ? opened({ ...to, httpSocket }) : httpSocket;
  };
}

export function createConnect(proxy: string | null, connectMs: number = CONNECT_MS): Connect {
  const establish = createEstablish(proxy, connectMs);
  return (serviceUrl) =>
    new Promise((resolve) => {
      const url = new URL(serviceUrl);
      let late = false;
      const end = (met: Connected): void => {
        clearTimeout(timer);
        if (late && met.kind === "connected") met.carrier.close();
        late = true;
        resolve(met);
      };
      const timer = setTimeout(
        () =>
          end({ kind: "not_connected", problem: "timed_out", detail: `no connection in ${connectMs} ms` }),
        connectMs,
      );
      establish(url)
        .then((socket) => {
          const certificate = certificateOf(socket);
          end({ kind: "connected", carrier: carrierOver(socket, url.origin), certificate });
        })
        .catch((error: unknown) => end({ kind: "not_connected", ...problemOf(error) }));
    });
}
