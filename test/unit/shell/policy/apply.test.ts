/** What the owner's policy holds in place, and what a policy that can't be read holds. */
import { describe, expect, it } from "vitest";
import { policy } from "../../../../contract/channels/policy.ts";
import type { ChannelName } from "../../../../contract/channels.ts";
import { CountersideError } from "../../../../contract/error.ts";
import { tokenKey } from "../../../../contract/process-messages.ts";
import {
  allowedTokens,
  engineLimits,
  fixedAboutCounters,
  fixedSettings,
  guardPolicy,
  type PolicyState,
} from "../../../../main/shell/policy.ts";

const path = "/etc/counterside/policy.json";
const none: PolicyState = { state: "none", path };
const unusable: PolicyState = { state: "unusable", path, why: "not_json", issues: [] };
const holding = (fields: object): PolicyState => ({
  state: "holds",
  path,
  policy: policy.parse({ version: 1, ...fields }),
});

function codeOf(state: PolicyState, channel: ChannelName, input: unknown): string | null {
  try {
    guardPolicy(state, { channel }, input);
    return null;
  } catch (error) {
    if (error instanceof CountersideError) return `${error.code} ${String(error.details.field ?? "")}`.trim();
    throw error;
  }
}

describe("a policy that holds", () => {
  const state = holding({
    serviceUrl: "https://books.example.com",
    tenantId: 7,
    language: "ar",
    updates: { server: null },
    pinAsksFor: ["restore"],
    secondBackupFolder: "/mnt/backup",
  });

  it("fixes settings and leaves the others free", () => {
    expect(fixedSettings(state)).toEqual({ language: "ar", updateServer: null, updateChannel: "latest" });
    expect(codeOf(state, "settings.set", { language: "en" })).toBe("policy_fixed language");
    expect(codeOf(state, "settings.set", { updateChannel: "beta" })).toBe("policy_fixed updates");
    expect(codeOf(state, "settings.set", { theme: "dark", language: undefined })).toBeNull();
  });

  it("lets a connection be made only to its service and tenant", () => {
    const to = (serviceUrl: string, tenantId: number | string) =>
      codeOf(state, "connection.save", { serviceUrl, tenantId, userId: 1 });
    expect(to("https://books.example.com", 7)).toBeNull();
    expect(to("https://books.example.com", "7")).toBeNull();
    expect(to("https://evil.example.com", 7)).toBe("policy_fixed serviceUrl");
    expect(to("https://books.example.com", 8)).toBe("policy_fixed tenantId");
  });

  it("lets a key be given for its shop folder, and no other place, public key or rule", () => {
    const place = "s3://chain/shops?endpoint=https://s3.example";
    const rules = { rowsPercent: 5, pricesPercent: 5 };
    const chain = holding({ shopFolder: { place, region: "eu-1", recipient: "age1qqq" } });
    const given = { place, region: "eu-1", key: "k", secret: "s" };
    expect(codeOf(chain, "shopFolder.set", given)).toBeNull();
    for (const other of [{ place: "/mnt/mine" }, { place: null }, { region: "eu-2" }, { region: undefined }])
      expect(codeOf(chain, "shopFolder.set", { ...given, ...other })).toBe("policy_fixed shopFolder");
    expect(codeOf(chain, "shopFolder.configure", { name: "Counter 4", rules })).toBeNull();
    expect(codeOf(chain, "shopFolder.configure", { recipient: null })).toBe("policy_fixed shopFolder");
    const ruled = holding({ shopFolder: { place, rules } });
    expect(codeOf(ruled, "shopFolder.configure", { recipient: null })).toBeNull();
    expect(codeOf(ruled, "shopFolder.configure", { rules })).toBe("policy_fixed shopFolder");
    expect(fixedAboutCounters(ruled)).toEqual({ shopFolder: { place, rules }, monitoring: null });
    expect(fixedAboutCounters(unusable)).toEqual({ shopFolder: null, monitoring: null });
    for (const channel of ["shopFolder.set", "shopFolder.configure"] as const)
      expect(codeOf(unusable, channel, {}), channel).toBe("policy_unusable");
  });

  it("tells the engine how long a whole answer may take", () => {
    expect(engineLimits(holding({ requestDeadlineSeconds: 45 }))).toEqual({ deadlineMs: 45_000 });
    expect(engineLimits(state)).toEqual({});
  });

  it("keeps the second folder and the PIN", () => {
    expect(codeOf(state, "backup.setSecondFolder", {})).toBe("policy_fixed secondBackupFolder");
    expect(codeOf(state, "pin.remove", { pin: "1234" })).toBe("policy_fixed pinAsksFor");
    expect(codeOf(holding({}), "pin.remove", { pin: "1234" })).toBeNull();
  });

  it("hands the engine no token of another service or tenant, but the practice shop's", () => {
    const practice = tokenKey("http://127.0.0.1:4600", 1);
    const ours = tokenKey("https://books.example.com", 7);
    const tokens = {
      [ours]: "a",
      [practice]: "b",
      [tokenKey("https://books.example.com", 8)]: "c",
      [tokenKey("https://evil.example.com", 7)]: "d",
    };
    expect(allowedTokens(state, tokens)).toEqual({ [ours]: "a", [practice]: "b" });
    expect(allowedTokens(none, tokens)).toEqual(tokens);
  });
});

describe("a policy that can't be used", () => {
  it("frees nothing that it may have fixed, and looks for no newer version", () => {
    expect(fixedSettings(unusable)).toEqual({ updateServer: null, updateChannel: "latest" });
    for (const [channel, input] of [
      ["connection.save", { serviceUrl: "https://books.example.com", tenantId: 7 }],
      ["settings.set", { updateServer: "https://evil.example.com" }],
      ["backup.setSecondFolder", {}],
      ["pin.remove", { pin: "1234" }],
      ["pin.configure", { pin: "1234", asksFor: [], keepOpenMinutes: 5 }],
    ] as const)
      expect(codeOf(unusable, channel, input), channel).toBe("policy_unusable");
  });

  it("doesn't stop the counter", () => {
    for (const channel of ["purchaseReturn.post", "taxVoucher.update", "sync.now", "backup.create"] as const)
      expect(codeOf(unusable, channel, {}), channel).toBeNull();
    expect(codeOf(unusable, "settings.set", { theme: "dark" })).toBeNull();
  });
});
