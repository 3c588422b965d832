/** What the owner's policy means for the rest of the program. Pure. */
import { isLoopback } from "../../../contract/channels/connection.ts";
import type { PinAction } from "../../../contract/channels/pin.ts";
import type { Settings } from "../../../contract/channels/shell.ts";
import type { ChannelName } from "../../../contract/channels.ts";
import type { Policy, PolicyField } from "../../../contract/policy.ts";
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

const UPDATE_SETTINGS: readonly (keyof Settings)[] = ["updateServer", "updateChannel"];
/** What a policy that can't be read may have fixed, so that breaking the file frees none of it. */
const CHANNELS_HELD_BLIND: ReadonlySet<ChannelName> = new Set<ChannelName>([
  "connection.save",
  "backup.setSecondFolder",
  "pin.remove",
  "pin.configure",
]);

const fieldOf = (input: unknown, field: string): unknown =>
  typeof input === "object" && input !== null ? Reflect.get(input, field) : undefined;

const changes = (input: unknown, ...settings: readonly (keyof Settings)[]): boolean =>
  settings.some((name) => fieldOf(input, name) !== undefined);

/** By each field: the channel that could change what it decides, and whether a call would; null where none could. */
const RULES: Record<
  PolicyField,
  readonly [ChannelName, goesAgainst: (policy: Policy, input: unknown) => boolean] | null
> = {
  serviceUrl: ["connection.save", ({ serviceUrl }, input) => fieldOf(input, "serviceUrl") !== serviceUrl],
  tenantId: [
    "connection.save",
    ({ tenantId }, input) => String(fieldOf(input, "tenantId")) !== String(tenantId),
  ],
  language: ["settings.set", (_policy, input) => changes(input, "language")],
  theme: ["settings.set", (_policy, input) => changes(input, "theme")],
  updates: ["settings.set", (_policy, input) => changes(input, ...UPDATE_SETTINGS)],
  pinAsksFor: ["pin.remove", ({ pinAsksFor }) => pinAsksFor?.length !== 0],
  secondBackupFolder: ["backup.setSecondFolder", () => true],
  requestDeadlineSeconds: null,
  support: null,
};

/** The policy's field that a call would go against; undefined where there is none. */
const fieldAgainst = (policy: Policy, channel: ChannelName, input: unknown): string | undefined =>
  Object.entries(RULES).find(
    ([field, rule]) => Object.hasOwn(policy, field) && rule?.[0] === channel && rule[1](policy, input),
  )?.[0];

/** Throws `policy_fixed` or `policy_unusable` where a page's call would change what the owner's policy decides. */
export function guardPolicy(state: PolicyState, channel: ChannelName, input: unknown): void {
  const { path } = state;
  const blind =
    CHANNELS_HELD_BLIND.has(channel) || (channel === "settings.set" && changes(input, ...UPDATE_SETTINGS));
  if (state.state === "unusable" && blind)
    throw new CountersideError(
      "policy_unusable",
      `The owner's policy ${path} can't be used, so nothing that it may decide can be changed.`,
      { path },
    );
  const field = state.state === "holds" ? fieldAgainst(state.policy, channel, input) : undefined;
  if (field !== undefined)
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
