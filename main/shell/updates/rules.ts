/** Where updates are looked for: what the owner set, or what whoever manages the computer laid down. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type UpdateChannel, updateChannel, updateServer } from "../../../contract/channels/updates.ts";

export interface UpdateRules {
  /** Without a slash at its end; null: nothing is looked for. */
  server: string | null;
  channel: UpdateChannel;
  setBy: "nobody" | "settings" | "policy";
}

const policy = z.strictObject({
  /** Null forbids looking for updates. */
  server: updateServer.nullable(),
  channel: updateChannel.default("latest"),
});

/** A folder that staff can't write to. Pure. */
export function policyPath(platform: string, env: Readonly<Record<string, string | undefined>>): string {
  if (platform === "win32")
    return join(env.ProgramData ?? "C:\\ProgramData", "Counterside", "update-policy.json");
  if (platform === "darwin") return "/Library/Application Support/Counterside/update-policy.json";
  return "/etc/counterside/update-policy.json";
}

/** The policy's text; null where there is none. */
export function readPolicy(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return null;
    // It is there and can't be read: nobody's wish is guessed.
    return "";
  }
}

/** Which rules hold. A policy that can't be understood counts as one that forbids. Pure. */
export function updateRules(
  settings: { updateServer: string | null; updateChannel: UpdateChannel },
  policyText: string | null,
): UpdateRules {
  if (policyText !== null) {
    const { data } = policy.safeParse(parsed(policyText));
    return { server: data?.server ?? null, channel: data?.channel ?? "latest", setBy: "policy" };
  }
  const { updateServer: server, updateChannel: channel } = settings;
  return { server, channel, setBy: server === null ? "nobody" : "settings" };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the schema refuses it.
    return null;
  }
}
