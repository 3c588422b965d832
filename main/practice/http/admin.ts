/**
 * What stands beside the interface, under /practice/: a look into the books and the switches for tests.
 * It asks for no token, as it is reachable from this machine only.
 */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { z } from "zod";
import type { BooksReport } from "../books/report.ts";
import { type FaultPlanInput, faultPlan } from "../faults/plan.ts";
import type { OperationEnv } from "./env.ts";

export const practiceSettings = z.strictObject({
  /** Whether a repeated serialNo of a purchase return gets its first answer. */
  mergeRepeats: z.boolean().optional(),
  /** The tokens taken from now on; the service's own is kept unless `replaceTokens`. */
  tokens: z
    .array(z.strictObject({ token: z.string().regex(/^\S+$/), expiresAt: z.iso.datetime().nullable() }))
    .optional(),
  replaceTokens: z.boolean().optional(),
  /** When the service's own token expires; null for never. */
  tokenExpiresAt: z.iso.datetime().nullable().optional(),
  /** Refuses connections for this long, in milliseconds, beginning after this answer. */
  downForMs: z.number().int().min(1).max(600_000).optional(),
});
export type PracticeSettings = z.output<typeof practiceSettings>;

export interface AdminControls {
  report(): BooksReport;
  setFaults(plan: FaultPlanInput): void;
  setSettings(settings: PracticeSettings): void;
  about(): { tenantId: number; userId: number; mergeRepeats: boolean };
}

async function readBody<Schema extends z.ZodType>(
  c: Context<OperationEnv>,
  schema: Schema,
): Promise<{ ok: true; value: z.output<Schema> } | { ok: false; response: Response }> {
  const refuse = (message: string): { ok: false; response: Response } => ({
    ok: false,
    response: c.json({ error: "not_accepted", message, fields: [] }, 400),
  });
  let raw: unknown;
  try {
    raw = await c.req.json();
  } catch (error) {
    if (error instanceof SyntaxError) return refuse(`The body is not JSON: ${error.message}`);
    throw error;
  }
  const read = schema.safeParse(raw);
  return read.success ? { ok: true, value: read.data } : refuse(z.prettifyError(read.error));
}

/** Adds GET /practice/books, PUT /practice/faults, PUT /practice/settings and GET /practice/about. */
export function addAdmin(app: OpenAPIHono<OperationEnv>, controls: AdminControls): void {
  app.get("/practice/about", (c) => c.json(controls.about()));
  app.get("/practice/books", (c) => c.json(controls.report()));
  app.put("/practice/faults", async (c) => {
    const body = await readBody(c, faultPlan);
    if (!body.ok) return body.response;
    controls.setFaults(body.value);
    return c.json(body.value);
  });
  app.put("/practice/settings", async (c) => {
    const body = await readBody(c, practiceSettings);
    if (!body.ok) return body.response;
    controls.setSettings(body.value);
    return c.json(controls.about());
  });
}
