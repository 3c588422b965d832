/** Which servers the page may have contacted, and which place it may have used as the shop folder: those that the counter knows, and those that the person confirms. */
import type { ChannelCall } from "../../contract/call.ts";
import type { Channel } from "../../contract/channels/declare.ts";
import type { Settings } from "../../contract/channels/shell.ts";
import { CHANNELS } from "../../contract/channels.ts";
import { CountersideError } from "../../contract/error.ts";
import { placeAddressOf } from "../../contract/place-address.ts";
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

/** What needs no word as place or public key of the shop folder: what is used already, and what the owner's policy says. */
export async function knownShopFolder(invoke: Invoke, policy: PolicyState): Promise<(string | null)[]> {
  const reply = await invoke("shopFolder.get", {});
  const used = reply.ok ? CHANNELS["shopFolder.get"].output.parse(reply.value) : null;
  const byOwner = policy.state === "holds" ? policy.policy.shopFolder : undefined;
  return [
    used?.place ?? null,
    used?.backups.recipient ?? null,
    byOwner?.place ?? null,
    byOwner?.recipient ?? null,
  ];
}

/** What a person recognises of a place: the server first. */
function seenOf(place: string): string {
  const address = placeAddressOf(place);
  if (typeof address === "string" || address.kind !== "s3") return place;
  return `${address.endpoint ?? "Amazon S3"}, ${address.bucket}/${address.prefix}`;
}

/**
 * Makes the guard: throws `file_not_chosen` where the call names a folder that nobody chose in the system's dialog, and
 * `shop_folder_not_confirmed` where it names another new place, or a new public key, that the person doesn't confirm.
 */
export function guardShopFolder(
  known: () => Promise<readonly (string | null)[]>,
  isChosen: (path: string, purpose: "shopFolder") => boolean,
  confirm: Confirm,
): (call: ChannelCall, input: unknown) => Promise<void> {
  return async ({ channel }, input) => {
    if (typeof input !== "object" || input === null) return;
    for (const [field, named] of Object.entries(CHANNELS[channel].names)) {
      const value: unknown = Reflect.get(input, field);
      if ((named !== "place" && named !== "recipient") || typeof value !== "string") continue;
      if ((await known()).includes(value)) continue;
      const address = named === "place" ? placeAddressOf(value) : null;
      if (address !== null && typeof address !== "string" && address.kind === "folder") {
        if (!isChosen(address.path, "shopFolder"))
          throw new CountersideError("file_not_chosen", { channel, field });
        continue;
      }
      const question = named === "place" ? "useShopFolder" : "useRecipient";
      if (!(await confirm({ about: question, what: named === "place" ? seenOf(value) : value })))
        throw new CountersideError("shop_folder_not_confirmed", { channel, field });
    }
  };
}
