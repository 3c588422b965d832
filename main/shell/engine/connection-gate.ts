/** Stands before the engine's `connection.save`: the token goes to the vault once the engine took it. */

import type { Page } from "../../../contract/call.ts";
import type { Connection } from "../../../contract/channels/connection.ts";
import { CHANNELS } from "../../../contract/channels.ts";
import { tokenKey } from "../../../contract/process-messages.ts";
import { parseInput, type Reply } from "../../../contract/reply.ts";
import type { Vault } from "../vault/vault.ts";

/** `page` is the one that asks; left out where none does. */
export type Invoke = (channel: string, input: unknown, page?: Page) => Promise<Reply<unknown>>;

/** Saves a connection through the engine and keeps its token; `saved` is told of it. */
export function createConnectionGate(
  invoke: Invoke,
  vault: Vault,
  saved: (connection: Connection) => void,
): (input: unknown) => Promise<Reply<unknown>> {
  return async (input) => {
    const wanted = parseInput(CHANNELS["connection.save"].input, input);
    const reply = await invoke("connection.save", wanted);
    if (!reply.ok) return reply;
    const connection = CHANNELS["connection.save"].output.parse(reply.value);
    const key = tokenKey(connection.serviceUrl, connection.tenantId);
    if (wanted.token === undefined) vault.use(key);
    else await vault.keep(key, wanted.token, wanted.remember ?? true);
    saved(connection);
    return { ok: true, value: connection };
  };
}
