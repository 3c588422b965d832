/** Which servers the page may have contacted: those that the counter knows already, and those that the person confirms. */
import type { ChannelCall } from "../../contract/call.ts";
import type { Channel } from "../../contract/channels/declare.ts";
import type { Settings } from "../../contract/channels/shell.ts";
import { CHANNELS } from "../../contract/channels.ts";
import { CountersideError } from "../../contract/error.ts";
import type { Invoke } from "./engine/engine-host.ts";
import type { PolicyState } from "./policy.ts";
import type { Confirm } from "./window/dialogs.ts";

const originOf = (address: unknown): string | null =>
  typeof address === "string" && URL.canParse(address) ? new URL(address).origin : null;

/** The origins of the servers that a call would have contacted, by what its channel's fields name. Pure. */
export function serversIn(names: Channel["names"], input: unknown): string[] {
  if (typeof input !== "object" || input === null) return [];
  return Object.entries(names).flatMap(([field, named]) => {
    const origin = named === "server" ? originOf(Reflect.get(input, field)) : null;
    return origin === null ? [] : [origin];
  });
}

/** The addresses that need no word: of saved connections, of the settings, of the owner's policy. */
export async function knownServers(
  invoke: Invoke,
  { updateServer }: Pick<Settings, "updateServer">,
  policy: PolicyState,
): Promise<(string | null)[]> {
  const reply = await invoke("connection.list", {});
  const saved = reply.ok ? CHANNELS["connection.list"].output.parse(reply.value).connections : [];
  const byOwner = policy.state === "holds" ? (policy.policy.serviceUrl ?? null) : null;
  return [...saved.map(({ serviceUrl }) => serviceUrl), updateServer, byOwner];
}

/**
 * Makes the guard: throws `server_not_confirmed` where the call names a server that the counter doesn't know and the
 * person doesn't confirm in the program's own dialog. What was confirmed counts until the program ends.
 */
export function guardServers(
  known: () => Promise<readonly (string | null)[]>,
  confirm: Confirm,
): (call: ChannelCall, input: unknown) => Promise<void> {
  const confirmed = new Set<string>();
  return async ({ channel }, input) => {
    for (const server of serversIn(CHANNELS[channel].names, input)) {
      if (confirmed.has(server)) continue;
      const isKnown = (await known()).some((address) => originOf(address) === server);
      if (!isKnown && !(await confirm({ about: "contactServer", what: server })))
        throw new CountersideError("server_not_confirmed", { channel, server });
      confirmed.add(server);
    }
  };
}
