/** A bare HTTP server on loopback that does exactly what a test says, and remembers what came. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";
import { OPERATION_KINDS, OPERATIONS, type OperationKind } from "../../contract/operations.ts";

export interface Came {
  kind: OperationKind | null;
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
  /** What the test's own clock said, where it has one. */
  at: number;
}

export type Behave = (outgoing: ServerResponse, came: Came) => void;

export interface HttpService {
  readonly url: string;
  readonly port: number;
  readonly came: Came[];
  /** Every connection that was ever opened. */
  readonly connections: () => number;
  behave: Behave;
  setUp(up: boolean): Promise<void>;
  /** Refuses new connections and leaves those that are open. */
  closeDoor(): void;
}

const kindOf = (method: string, path: string): OperationKind | null =>
  OPERATION_KINDS.find(
    (kind) => OPERATIONS[kind].method === method && path.endsWith(OPERATIONS[kind].path),
  ) ?? null;

const at = "2026-03-01T08:00:00.000Z";

/** A body as in the interface, for any of the six operations. */
export function goodBody(came: Pick<Came, "kind" | "body">): string {
  const sent: unknown = JSON.parse(came.body);
  const serialNo = typeof sent === "object" && sent !== null && "serialNo" in sent ? sent.serialNo : null;
  if (serialNo === null)
    return JSON.stringify({ id: 1, status: 1, description: null, createdAt: at, updatedAt: at });
  return JSON.stringify([
    {
      tenantId: 7001,
      serviceId: 1,
      id: 42,
      serialNo,
      currencyId: "YER",
      amount: 11800,
      toCurrencyId: "YER",
      toAmount: 11800,
      description: null,
      status: 1,
      creatorUserId: 501,
      createdAt: at,
      updatorUserId: 501,
      updatedAt: at,
      deviceId: "11111111-1111-4111-8111-111111111111",
      TenantTransactionTransfers: [],
      TenantBalances: [],
      TenantTransactionProducts: [],
      TenantRequest: [],
      TenantLogs: [],
      TenantProductStorages: [],
    },
  ]);
}

/** Answers with this; a Date header only where one is given, so that the counter's drift stays unknown. */
export const answer =
  (
    status: number,
    body: string | ((came: Came) => string) = goodBody,
    headers: Record<string, string> = {},
  ): Behave =>
  (outgoing, came) => {
    outgoing.sendDate = false;
    outgoing.writeHead(status, { "content-type": "application/json", ...headers });
    outgoing.end(status === 204 ? undefined : typeof body === "string" ? body : body(came));
  };

/** Listens on loopback and stops after the test. */
export async function startHttpService(
  behave: Behave = answer(200),
  now: () => number = () => 0,
): Promise<HttpService> {
  const came: Came[] = [];
  const sockets = new Set<Socket>();
  let opened = 0;
  let port = 0;
  const service = { behave };
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    // A connection that a test cuts is no news here.
    incoming.on("error", () => undefined);
    incoming.on("data", (chunk: Buffer) => void chunks.push(chunk));
    incoming.on("end", () => {
      const path = incoming.url ?? "";
      const method = incoming.method ?? "";
      const body = Buffer.concat(chunks).toString("utf8");
      const one = { kind: kindOf(method, path), method, path, headers: incoming.headers, body, at: now() };
      came.push(one);
      service.behave(outgoing, one);
    });
  });
  server.keepAliveTimeout = 0;
  server.on("connection", (socket) => {
    opened += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
  });
  const start = () =>
    new Promise<void>((resolve) =>
      server.listen({ host: "127.0.0.1", port }, () => {
        const address: AddressInfo | string | null = server.address();
        if (typeof address === "object" && address !== null) port = address.port;
        resolve();
      }),
    );
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await start();
  onTestFinished(async () => {
    if (server.listening) await stop();
  });
  return Object.assign(service, {
    came,
    url: `http://127.0.0.1:${port}`,
    port,
    connections: () => opened,
    setUp: async (up: boolean) => {
      if (server.listening !== up) await (up ? start() : stop());
    },
    closeDoor: () => void server.close(),
  });
}
