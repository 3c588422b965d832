/** An HTTPS server on loopback with any certificate, and a proxy that tunnels: what reached them is remembered. */
import { createServer as createHttpServer, type IncomingMessage } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { Certified } from "./certificates.ts";
import { goodBody } from "./http-service.ts";

const portOf = (server: Server): number => {
  const address: AddressInfo | string | null = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server doesn't listen.");
  return address.port;
};

/** Listens on a free port, which it returns, until the test ends; then every connection is closed. */
export async function listenOnLoopback(server: Server): Promise<number> {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    // A caller who leaves in the middle is what these tests are about.
    socket.on("error", () => undefined);
  });
  await new Promise<void>((done) => server.listen({ host: "127.0.0.1", port: 0 }, done));
  onTestFinished(async () => {
    const closed = new Promise((done) => server.close(done));
    for (const socket of open) socket.destroy();
    await closed;
  });
  return portOf(server);
}

export interface HttpsService {
  port: number;
  /** The authorization header of every request whose headers arrived. */
  authorizations: (string | undefined)[];
}

const textOf = async (incoming: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
};

/** Answers every request as the interface says. */
export async function startHttpsService({ key, cert }: Certified): Promise<HttpsService> {
  const authorizations: (string | undefined)[] = [];
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    authorizations.push(incoming.headers.authorization);
    void textOf(incoming).then((body) => {
      outgoing.writeHead(200, { "content-type": "application/json" });
      outgoing.end(goodBody({ kind: null, body }));
    });
  });
  // A handshake that the caller breaks off is the point of these tests.
  server.on("tlsClientError", () => undefined);
  return { port: await listenOnLoopback(server), authorizations };
}

export interface TunnelProxy {
  port: number;
  /** Where it was asked to tunnel to. */
  tunnels: string[];
  /** Everything else that came, headers and all. */
  rest: string[];
}

/** A plain HTTP proxy. */
export async function startTunnelProxy(): Promise<TunnelProxy> {
  const tunnels: string[] = [];
  const rest: string[] = [];
  const server = createHttpServer((incoming, outgoing) => {
    rest.push(`${incoming.method} ${incoming.url} ${JSON.stringify(incoming.headers)}`);
    outgoing.writeHead(502).end();
  });
  server.on("connect", (incoming: IncomingMessage, near: Socket) => {
    tunnels.push(incoming.url ?? "");
    const [host = "", port = ""] = (incoming.url ?? "").split(":");
    const far = connect(Number(port), host === "shop.example" ? "127.0.0.1" : host, () => {
      near.write("HTTP/1.1 200 Connection established\r\n\r\n");
      far.pipe(near).pipe(far);
    });
    far.on("error", () => near.destroy());
    near.on("error", () => far.destroy());
  });
  return { port: await listenOnLoopback(server), tunnels, rest };
}
