import type { HttpBindings } from "@hono/node-server";

/** Handlers reach the bare request and response of Node: faults are made below HTTP libraries. */
export type OperationEnv = { Bindings: HttpBindings };
