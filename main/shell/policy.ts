/**
 * Reads the owner's policy from its one place. Where the file is comes from the system alone, never from the
 * environment: a person who may choose the place chooses the policy (docs/decisions/0026).
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from "node:fs";
import { posix, win32 } from "node:path";
import type { ChannelCall } from "../../contract/call.ts";
import { isLoopback } from "../../contract/channels/connection.ts";
import {
  type FixedCounters,
  NO_FIXED_COUNTERS,
  type Policy,
  type PolicyField,
  type PolicyRefusal,
  policy,
} from "../../contract/channels/policy.ts";
import type { Settings } from "../../contract/channels/shell.ts";
import { CHANNELS, type ChannelName } from "../../contract/channels.ts";
import { CountersideError, fieldIssues, valueIn } from "../../contract/error.ts";
import type { FieldIssue, Reply } from "../../contract/reply.ts";
import { type FixedRights, NO_FIXED_RIGHTS } from "../../contract/rights.ts";
import { errorCode } from "../lib/error-code.ts";
import { serviceOfKey } from "./engine/engine-host.ts";
import type { PolicyPlace } from "./start/policy-place.ts";

export type PolicyState =
  | { state: "none"; path: string }
  | { state: "holds"; path: string; policy: Policy }
  /** It is there and can't be used: it fixes nothing, and nothing that it could fix may be changed. */
  | { state: "unusable"; path: string; why: PolicyRefusal; issues: FieldIssue[] };

/** No policy comes near. */
const MOST_BYTES = 64 * 1024;
const WRITABLE_BY_OTHERS = 0o022;

/** Reads and checks the file; never throws. */
export function readPolicy(place: PolicyPlace): PolicyState {
  const { path, ownerId } = place;
  const unusable = (why: PolicyRefusal, issues: FieldIssue[] = []): PolicyState => ({
    state: "unusable",
    path,
    why,
    issues,
  });
  let file: number;
  try {
    if (ownerId !== null && !isSafe(lstatSync(folderOf(path)), ownerId)) return unusable("unsafe");
    // Windows knows neither flag: they count as 0 there. A link or a pipe is never followed.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return { state: "none", path };
    return unusable(code === "ELOOP" ? "not_a_file" : "unreadable");
  }
  try {
    const facts = fstatSync(file);
    if (!facts.isFile()) return unusable("not_a_file");
    if (ownerId !== null && !isSafe(facts, ownerId)) return unusable("unsafe");
    if (facts.size > MOST_BYTES) return unusable("too_large");
    const read = parsePolicy(readFileSync(file));
    return "policy" in read ? { state: "holds", path, policy: read.policy } : unusable(read.why, read.issues);
  } catch {
    // The disk's own words help nobody here; that it can't be read is all that is reported.
    return unusable("unreadable");
  } finally {
    closeSync(file);
  }
}

const folderOf = (path: string): string => (path.includes("\\") ? win32 : posix).dirname(path);

const isSafe = (facts: Stats, ownerId: number): boolean =>
  facts.uid === ownerId && (facts.mode & WRITABLE_BY_OTHERS) === 0;

/** Reads the bytes as a policy, whole or not at all. Pure. */
export function parsePolicy(
  bytes: Uint8Array,
): { policy: Policy } | { why: "not_json" | "refused"; issues: FieldIssue[] } {
  let read: unknown;
  try {
    // Windows editors put a byte order mark first, which this takes away.
    read = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    // The parser's words quote the text, which may hold what should not be there.
    return { why: "not_json", issues: [] };
  }
  const parsed = policy.safeParse(read, { reportInput: true });
  if (parsed.success) return { policy: parsed.data };
  return { why: "refused", issues: fieldIssues(parsed.error) };
}

// What the owner's policy means for the rest of the program. Pure.

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

/** What the engine is given of it about people: it holds whatever is chosen at the counter. */
export function fixedAboutPeople(state: PolicyState): FixedRights {
  if (state.state !== "holds") return NO_FIXED_RIGHTS;
  const { pinAsksFor = [], roles = null } = state.policy;
  return { pinAsksFor, roles };
}

/** What the engine is given of it about the counters of a shop. */
export function fixedAboutCounters(state: PolicyState): FixedCounters {
  if (state.state !== "holds") return NO_FIXED_COUNTERS;
  const { shopFolder = null, monitoring = null } = state.policy;
  return { shopFolder, monitoring };
}

/** How long the engine may wait, given to it at its start; its own limit where the policy says nothing. */
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
  "people.configure",
  "shopFolder.set",
  "shopFolder.configure",
]);

const fieldOf = (input: unknown, field: string): unknown =>
  typeof input === "object" && input !== null ? Reflect.get(input, field) : undefined;

const changes = (input: unknown, ...settings: readonly (keyof Settings)[]): boolean =>
  settings.some((name) => fieldOf(input, name) !== undefined);

/** By each field: the channels that could change what it decides, and whether a call would. */
const RULES: Record<
  PolicyField,
  Readonly<Partial<Record<ChannelName, (policy: Policy, input: unknown) => boolean>>>
> = {
  serviceUrl: {
    "connection.save": ({ serviceUrl }, input) => fieldOf(input, "serviceUrl") !== serviceUrl,
  },
  tenantId: {
    "connection.save": ({ tenantId }, input) => String(fieldOf(input, "tenantId")) !== String(tenantId),
  },
  language: { "settings.set": (_policy, input) => changes(input, "language") },
  theme: { "settings.set": (_policy, input) => changes(input, "theme") },
  updates: { "settings.set": (_policy, input) => changes(input, ...UPDATE_SETTINGS) },
  roles: { "people.configure": (_policy, input) => fieldOf(input, "roles") !== undefined },
  pinAsksFor: { "pin.remove": ({ pinAsksFor }) => pinAsksFor?.length !== 0 },
  secondBackupFolder: { "backup.setSecondFolder": () => true },
  shopFolder: {
    // The key is given at the counter.
    "shopFolder.set": ({ shopFolder }, input) =>
      fieldOf(input, "place") !== shopFolder?.place || fieldOf(input, "region") !== shopFolder?.region,
    "shopFolder.configure": ({ shopFolder }, input) =>
      (["recipient", "rules"] as const).some(
        (field) => shopFolder?.[field] !== undefined && fieldOf(input, field) !== undefined,
      ),
  },
  monitoring: {},
  requestDeadlineSeconds: {},
  support: {},
};

/** The policy's field that a call would go against; undefined where there is none. */
const fieldAgainst = (policy: Policy, channel: ChannelName, input: unknown): string | undefined =>
  Object.entries(RULES).find(
    ([field, rules]) => Object.hasOwn(policy, field) && rules[channel]?.(policy, input) === true,
  )?.[0];

/** Throws `policy_fixed` or `policy_unusable` where a page's call would change what the owner's policy decides. */
export function guardPolicy(state: PolicyState, { channel }: ChannelCall, input: unknown): void {
  const { path } = state;
  const blind =
    CHANNELS_HELD_BLIND.has(channel) || (channel === "settings.set" && changes(input, ...UPDATE_SETTINGS));
  if (state.state === "unusable" && blind) throw new CountersideError("policy_unusable", { path });
  const field = state.state === "holds" ? fieldAgainst(state.policy, channel, input) : undefined;
  if (field !== undefined) throw new CountersideError("policy_fixed", { path, field });
}

/** What the engine that runs without a window is given of it: the same as the one behind the window. */
export const decidedForHeadless = (state: PolicyState) => ({
  fixed: fixedAboutPeople(state),
  fixedCounters: fixedAboutCounters(state),
  ...engineLimits(state),
  guard: (channel: ChannelName, input: unknown): void => guardPolicy(state, { channel }, input),
});

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

// What of the owner's policy the engine keeps: sent to it at each start, in place of a person.

type Invoke = (channel: string, input: unknown) => Promise<Reply<unknown>>;

/** Puts the second backup folder in its place. Throws CountersideError where the engine refuses it. */
export async function applyPolicy(state: PolicyState, invoke: Invoke): Promise<void> {
  const wanted = state.state === "holds" ? state.policy.secondBackupFolder : undefined;
  if (wanted === undefined) return;
  const connection = CHANNELS["connection.get"].output.parse(valueIn(await invoke("connection.get", {})));
  // Without a connection there are no books to copy; the practice shop's are worth no copy.
  if (connection === null || connection.practice) return;
  const { second } = CHANNELS["backup.status"].output.parse(valueIn(await invoke("backup.status", {})));
  if (second?.folder !== wanted) valueIn(await invoke("backup.setSecondFolder", { path: wanted }));
}
