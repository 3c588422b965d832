/** The stand-in's HTTP face: the six endpoints, their document, and the way around them for tests. */
import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { OpenAPIHono } from "@hono/zod-openapi";
import { OPERATION_KINDS, OPERATIONS, type OperationKind } from "../../../contract/operations.ts";
import { recordOutcome, recordReceived } from "../books/received.ts";
import { Refusal } from "../books/refusal.ts";
import type { FaultChooser } from "../faults/choose.ts";
import type { Fault } from "../faults/plan.ts";
import { type AdminControls, addAdmin } from "./admin.ts";
import { refusalAnswer } from "./answer.ts";
import { deliver, dropConnection, waitFor, writeAnswer } from "./deliver.ts";
import type { OperationEnv } from "./env.ts";
import { documentOperations } from "./openapi.ts";
import { answerOperation, type OperationContext } from "./operations.ts";

export interface AppDeps {
  context: OperationContext;
  faults: FaultChooser;
  /** A request met a fault. */
  faultMet: () => void;
  admin: AdminControls;
  /** Aborted when the listener that took a request goes down. */
  downSignal: () => AbortSignal;
}

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

/** The serial number as far as it can be seen without checking the body. */
const glimpseSerialNo = (text: string): string | null =>
  /"serialNo"\s*:\s*"([^"]{1,64})"/.exec(text)?.[1] ?? null;

const failsBeforeCommit = (fault: Fault | null): boolean =>
  (fault?.type === "drop" && fault.when === "before_commit") || (fault?.type === "answer" && !fault.commit);

async function handle(
  kind: OperationKind,
  { incoming, outgoing }: HttpBindings,
  deps: AppDeps,
): Promise<void> {
  const { context } = deps;
  const { db, clock } = context;
  const down = deps.downSignal();
  const bytes = await readBytes(incoming);
  if (bytes === null) {
    const refusal = new Refusal(413, "too_large", `The body is longer than ${MAX_BODY_BYTES} bytes.`);
    return writeAnswer(outgoing, refusalAnswer(refusal), clock.now());
  }
  const text = bytes.toString("utf8");
  const arrived = { operation: kind, serialNo: glimpseSerialNo(text), body: text };
  const fault = deps.faults.next(arrived);
  if (fault !== null) deps.faultMet();
  const receivedNo = recordReceived(db, clock, { ...arrived, fault: fault?.type ?? null });

  if (fault?.type === "delay" && fault.when === "before_commit" && !(await waitFor(fault.ms, down))) return;
  if (failsBeforeCommit(fault)) {
    if (fault?.type !== "answer") return dropConnection(outgoing, fault?.type === "drop" && fault.reset);
    recordOutcome(db, receivedNo, { status: fault.status, appliedNo: null, repeated: false });
    return writeAnswer(outgoing, fault, clock.now());
  }
  const { authorization, "content-type": contentType } = incoming.headers;
  const answer = answerOperation(kind, { receivedNo, authorization, contentType, bytes, text }, context);
  await deliver(outgoing, answer, fault, clock.now(), down);
}

/** Builds the app on what it is given, which stays the caller's to change and to close. */
export function createApp(deps: AppDeps): OpenAPIHono<OperationEnv> {
  const app = new OpenAPIHono<OperationEnv>();
  // Another site's name that resolves to this machine must not reach the books through a browser.
  app.use(async (c, next) => {
    if (LOOPBACK_HOST.test(c.env.incoming.headers.host ?? "")) return next();
    return c.json(
      { error: "loopback_only", message: "This service answers on loopback only.", fields: [] },
      421,
    );
  });
  for (const kind of OPERATION_KINDS) {
    const { method, path } = OPERATIONS[kind];
    app.on(method, path, async (c) => {
      await handle(kind, c.env, deps);
      return RESPONSE_ALREADY_SENT;
    });
    app.all(path, (c) => {
      const message = `This path takes ${method} only.`;
      return c.json({ error: "method_not_allowed", message, fields: [] }, 405, { Allow: method });
    });
  }
  documentOperations(app);
  addAdmin(app, deps.admin);
  app.notFound((c) =>
    c.json({ error: "no_such_path", message: `There is nothing at ${c.req.path}.`, fields: [] }, 404),
  );
  app.onError((error, c) => {
    const { incoming, outgoing } = c.env;
    // The client went away in the middle of its body, or the answer is under way: nobody is left to tell.
    if (incoming.destroyed && !incoming.complete) return RESPONSE_ALREADY_SENT;
    if (outgoing.headersSent) return RESPONSE_ALREADY_SENT;
    return c.json({ error: "internal", message: error.message, fields: [] }, 500);
  });
  return app;
}
