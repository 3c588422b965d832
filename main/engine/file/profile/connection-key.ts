/** How a connection is named: by its service and tenant, in a form that every file system takes. */
import { createHash } from "node:crypto";
import { tokenKey } from "../../../../contract/process-messages.ts";

export const connectionKey = (serviceUrl: string, tenantId: number | string): string =>
  createHash("sha256").update(tokenKey(serviceUrl, tenantId)).digest("hex").slice(0, 16);
