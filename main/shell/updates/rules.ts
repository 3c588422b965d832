/** Where updates are looked for. Pure. */
import type { Settings } from "../../../contract/channels/shell.ts";
import type { UpdateChannel } from "../../../contract/channels/updates.ts";

export interface UpdateRules {
  /** Without a slash at its end; null: nothing is looked for. */
  server: string | null;
  channel: UpdateChannel;
  setBy: "nobody" | "settings" | "policy";
}

/** `isFixed`: the owner's policy holds these settings in place. */
export function updateRules(
  { updateServer: server, updateChannel: channel }: Pick<Settings, "updateServer" | "updateChannel">,
  isFixed: boolean,
): UpdateRules {
  return { server, channel, setBy: isFixed ? "policy" : server === null ? "nobody" : "settings" };
}
