/** What the owner's policy means for the rest of the program. Pure. */
import { isLoopback } from "../../../contract/channels/connection.ts";
import type { PinAction } from "../../../contract/channels/pin.ts";
import type { Settings } from "../../../contract/channels/shell.ts";
import type { ChannelName } from "../../../contract/channels.ts";
import type { Policy } from "../../../contract/policy.ts";
import { CountersideError } from "../../../contract/reply.ts";
import { serviceOfKey } from "../engine/proxy.ts";
import type { PolicyState } from "./read-policy.ts";

const NOTHING_FIXED: Policy = { version: 1 };

/** The settings that the policy holds in place. One that can't be used may have forbidden newer versions. */
export function fixedSettings(state: PolicyState): Partial<Settings> {
  if (state.state === "none") return {};
  if (state.state === "unusable") return { updateServer: null, updateChannel: "latest" };
  const { language, theme, updates } = state.policy;
  return {
    ...(language === undefined ? {} : { language }),
    ...(theme === undefined ? {} : { theme }),
    ...(updates === undefined ? {} : { updateServer: updates.server, updateChannel: updates.channel }),
  };
}

/** What asks for the PIN whatever is chosen at the counter. */
export const fixedPinActions = (state: PolicyState): readonly PinAction[] =>
  state.state === "holds" ? (state.policy.pinAsksFor ?? []) : [];

/** What the engine is told at its start of how long it may wait; its own where the policy says nothing. */
export function engineLimits(state: PolicyState): { deadlineMs?: number } {
  const seconds = state.state === "holds" ? state.policy.requestDeadlineSeconds : undefined;
  return seconds === undefined ? {} : { deadlineMs: seconds * 1_000 };
}

/** What a policy that can't be read may have fixed, so that breaking the file frees none of it. */
const HELD_BLIND = new Set<string>(["updateServer", "updateChannel"]);
const CHANNELS_HELD_BLIND: ReadonlySet<ChannelName> = new Set<ChannelName>([
  "connection.save",
  "backup.setSecondFolder",
  "pin.remove",
  "pin.configure",
]);

const fieldOf = (input: unknown, field: string): unknown =>
  typeof input === "object" && input !== null ? Reflect.get(input, field) : undefined;

const changedFields = (input: unknown): string[] =>
  typeof input === "object" && input !== null
    ? Object.entries(input).flatMap(([field, value]) => (value === undefined ? [] : [field]))
    : [];

/** The policy's field that a call would go against; null where there is none. */
function fieldAgainst(state: PolicyState, channel: ChannelName, input: unknown): string | null {
  if (state.state !== "holds") return null;
  const { serviceUrl, tenantId, pinAsksFor = [], secondBackupFolder } = state.policy;
  switch (channel) {
    case "settings.set": {
      const fixed = fixedSettings(state);
      return changedFields(input).find((field) => Object.hasOwn(fixed, field)) ?? null;
    }
    case "connection.save":
      if (serviceUrl !== undefined && fieldOf(input, "serviceUrl") !== serviceUrl) return "serviceUrl";
      return tenantId !== undefined && String(fieldOf(input, "tenantId")) !== String(tenantId)
        ? "tenantId"
        : null;
    case "backup.setSecondFolder":
      return secondBackupFolder === undefined ? null : "secondBackupFolder";
    case "pin.remove":
      return pinAsksFor.length > 0 ? "pinAsksFor" : null;
    default:
      return null;
  }
}

/** Throws `policy_fixed` or `policy_unusable` where a page's call would change what the owner's policy decides. */
export function guardPolicy(state: PolicyState, channel: ChannelName, input: unknown): void {
  const { path } = state;
  const blind =
    CHANNELS_HELD_BLIND.has(channel) ||
    (channel === "settings.set" && changedFields(input).some((field) => HELD_BLIND.has(field)));
  if (state.state === "unusable" && blind)
    throw new CountersideError(
      "policy_unusable",
      `The owner's policy ${path} can't be used, so nothing that it may decide can be changed.`,
      { path },
    );
  const field = fieldAgainst(state, channel, input);
  if (field !== null)
    throw new CountersideError("policy_fixed", `The owner's policy ${path} decides this: ${field}.`, {
      path,
      field,
    });
}

/**
 * The tokens that the engine may hold. With an address in the policy, only that service's and the practice shop's: what
 * was connected elsewhere before, or came with a backup, is sent nothing.
 */
export function allowedTokens(
  state: PolicyState,
  tokens: Readonly<Record<string, string>>,
): Record<string, string> {
  const { serviceUrl, tenantId } = state.state === "holds" ? state.policy : NOTHING_FIXED;
  const isAllowed = (key: string): boolean => {
    const service = serviceOfKey(key);
    if (service !== null && isLoopback(new URL(service).hostname)) return true;
    const tenant = key.slice(0, key.indexOf(" "));
    return (
      (serviceUrl === undefined || service === serviceUrl) &&
      (tenantId === undefined || tenant === String(tenantId))
    );
  };
  return Object.fromEntries(Object.entries(tokens).filter(([key]) => isAllowed(key)));
}
