/** The stand-in's HTTP face: the six endpoints of the interface. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono } from "hono";
import { OPERATION_KINDS, OPERATIONS, type OperationKind } from "../../contract/operations.ts";
import { ServiceRefusal } from "./books/known-records.ts";
import {
  answerOperation,
  type OperationContext,
  type OperationOutcome,
  refusalAnswer,
  type ServiceAnswer,
} from "./operations.ts";

/** A request to an endpoint whose body is read, and the ways to answer it. */
export interface Exchange {
  operation: OperationKind;
  /** The body exactly as it came. */
  body: string;
  /** Does what the endpoint does: the books change now. */
  apply(): OperationOutcome;
  send(answer: ServiceAnswer): void;
  /** Ends the connection without an answer; with a TCP reset or a plain end. */
  cut(reset?: boolean): void;
  /** Aborted when the listener that took the request goes down. */
  down: AbortSignal;
}

/** Answers a request to an endpoint, or leaves it without an answer. */
export type Meet = (exchange: Exchange) => void | Promise<void>;

/** Far above any document of a shop. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/** The whole body, or null where it is too long. Rejects where the client goes away in the middle. */
async function readBytes(incoming: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk), "utf8");
    size += bytes.length;
    if (size <= MAX_BODY_BYTES) chunks.push(bytes);
  }
  return size > MAX_BODY_BYTES ? null : Buffer.concat(chunks);
}

/** `now` stamps the Date header, in milliseconds since 1970. */
function writeAnswer(outgoing: ServerResponse, answer: ServiceAnswer, now: number): void {
  const bytes = Buffer.from(answer.body, "utf8");
  outgoing.writeHead(answer.status, {
    date: new Date(now).toUTCString(),
    "content-length": String(bytes.length),
    ...answer.headers,
  });
  outgoing.end(bytes);
}

/**
 * Builds the app on what it is given, which stays the caller's to change and to close. `downSignal`: of the
 * listening period that takes a request now.
 */
export function createApp(
  context: OperationContext,
  meet: Meet,
  downSignal: () => AbortSignal,
): Hono<{ Bindings: HttpBindings }> {
  const handle = async (operation: OperationKind, { incoming, outgoing }: HttpBindings): Promise<void> => {
    const down = downSignal();
    const send = (answer: ServiceAnswer) => writeAnswer(outgoing, answer, context.clock.now());
    const bytes = await readBytes(incoming);
    if (bytes === null) {
      const words = `The body is longer than ${MAX_BODY_BYTES} bytes.`;
      return send(refusalAnswer(new ServiceRefusal(413, "too_large", words)));
    }
    const body = bytes.toString("utf8");
    const { authorization, "content-type": contentType } = incoming.headers;
    await meet({
      operation,
      body,
      apply: () => answerOperation(operation, { authorization, contentType, bytes, text: body }, context),
      send,
      cut: (reset = false) => void (reset ? outgoing.socket?.resetAndDestroy() : outgoing.socket?.destroy()),
      down,
    });
  };
  const app = new Hono<{ Bindings: HttpBindings }>();
  // Another site's name that resolves to this machine must not reach the books through a browser.
  app.use(async (c, next) => {
    if (LOOPBACK_HOST.test(c.env.incoming.headers.host ?? "")) return next();
    const message = "This service answers on loopback only.";
    return c.json({ error: "loopback_only", message, fields: [] }, 421);
  });
  for (const kind of OPERATION_KINDS) {
    const { method, path } = OPERATIONS[kind];
    app.on(method, path, async (c) => {
      await handle(kind, c.env);
      return RESPONSE_ALREADY_SENT;
    });
    app.all(path, (c) => {
      const message = `This path takes ${method} only.`;
      return c.json({ error: "method_not_allowed", message, fields: [] }, 405, { Allow: method });
    });
  }
  app.notFound((c) =>
    c.json({ error: "no_such_path", message: `There is nothing at ${c.req.path}.`, fields: [] }, 404),
  );
  app.onError((error, c) => {
    const { incoming, outgoing } = c.env;
    // The client went away in the middle of its body, or the answer is under way: there is no one to answer.
    if ((incoming.destroyed && !incoming.complete) || outgoing.headersSent) return RESPONSE_ALREADY_SENT;
    return c.json({ error: "internal", message: error.message, fields: [] }, 500);
  });
  return app;
}
