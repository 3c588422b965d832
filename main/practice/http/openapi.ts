/** The OpenAPI document of the six endpoints, made of the same schemas that check the requests. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { OPERATION_KINDS, OPERATIONS } from "../../../contract/operations.ts";
import { wireDecimal, wireInteger } from "../../../contract/service/primitives.ts";
import { isoDate, timestamp, uuid } from "../../../contract/values.ts";
import type { OperationEnv } from "./env.ts";

/** How the shared schemas read in a document: what they check in code can't be seen in their types. */
const DESCRIBED = new Map<unknown, Record<string, unknown>>([
  [wireDecimal, { type: "number", description: "An exact decimal." }],
  [wireInteger, { type: "integer" }],
  [uuid, { type: "string", format: "uuid" }],
  [isoDate, { type: "string", format: "date" }],
  [timestamp, { type: "string", format: "date-time" }],
]);

function schemaOf(schema: z.ZodType): object {
  const { $schema: _draft, ...described } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const words = DESCRIBED.get(zodSchema);
      if (words === undefined) return;
      for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
      Object.assign(jsonSchema, words);
    },
  });
  return described;
}

/** The stand-in's own: the interface shows no error shape. */
const refused = z.strictObject({
  error: z.string(),
  message: z.string(),
  fields: z.array(z.strictObject({ field: z.string(), reason: z.string() })),
});

const REFUSALS = {
  400: "The body is not JSON, or not as in the interface.",
  401: "The token is missing, unknown or expired.",
  403: "The tenant is not the token's.",
  404: "The named record is not known.",
  409: "The record is not deleted.",
  415: "The body is not said to be JSON.",
  422: "A record it names is unknown, deleted or of the wrong kind, or a number is not acceptable.",
};

const jsonContent = (schema: object) => ({ "application/json": { schema } });

/** Registers the six paths and serves the document at /openapi.json. */
export function documentOperations(app: OpenAPIHono<OperationEnv>): void {
  const registry = app.openAPIRegistry;
  registry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" });
  const refusals = Object.entries(REFUSALS).map(([status, description]) => [
    status,
    { description, content: jsonContent(schemaOf(refused)) },
  ]);
  for (const kind of OPERATION_KINDS) {
    const endpoint = OPERATIONS[kind];
    const success = { description: "Done.", content: jsonContent(schemaOf(endpoint.response)) };
    registry.registerPath({
      method: endpoint.method === "POST" ? "post" : "put",
      path: endpoint.path,
      operationId: kind,
      security: [{ bearer: [] }],
      request: { body: { required: true, content: jsonContent(schemaOf(endpoint.request)) } },
      responses: {
        200: success,
        ...(endpoint.repeat === "may_apply_twice" ? { 201: success } : {}),
        ...Object.fromEntries(refusals),
      },
    });
  }
  app.doc31("/openapi.json", {
    openapi: "3.1.0",
    info: {
      title: "Counterside practice service",
      version: "1",
      description: "A stand-in on loopback for the six operations of the remote service.",
    },
  });
}
