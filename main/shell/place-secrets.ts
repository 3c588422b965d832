/** What the shop folder's place asks for, kept as the tokens are, and given to the engine at its start. */
import type { Caller } from "../../contract/call.ts";
import { parseCall, withApproval } from "../../contract/channels.ts";
import type { PlaceSecrets } from "../../contract/process-messages.ts";
import type { Reply } from "../../contract/reply.ts";
import type { Invoke } from "./engine/engine-host.ts";
import type { Vault } from "./vault.ts";

/** Written before the place's address in the vault's keys. */
const PARTS = ["key", "secret"] as const;

/** By the place's address. */
export async function placeSecretsIn(vault: Pick<Vault, "tokens">): Promise<Record<string, PlaceSecrets>> {
  const found: Record<string, PlaceSecrets> = {};
  for (const [name, value] of Object.entries(await vault.tokens()))
    for (const part of PARTS)
      if (name.startsWith(`${part} `)) {
        const place = name.slice(part.length + 1);
        found[place] = { key: null, secret: null, ...found[place], [part]: value };
      }
  return found;
}

/** Names the place through the engine, and keeps what it asks for once the engine could use it; of one place alone. */
export function createPlaceGate(
  invoke: Invoke,
  vault: Pick<Vault, "tokens" | "keep" | "forget">,
): (input: unknown, from?: Caller) => Promise<Reply<unknown>> {
  return async (input, from) => {
    const { input: wanted, approvalId } = parseCall("shopFolder.set", input);
    const reply = await invoke("shopFolder.set", withApproval(wanted, approvalId), from);
    if (!reply.ok) return reply;
    const { place } = wanted;
    // Before the other places' are forgotten: where the keyring fails in between, nothing is lost that is still used.
    for (const part of PARTS) {
      const value = wanted[part];
      if (value !== undefined) await vault.keep(`${part} ${place}`, value, true);
    }
    vault.forget(PARTS.map((part) => `${part} ${place}`));
    return reply;
  };
}
