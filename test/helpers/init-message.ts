/** The message that gives a profile to an engine's process: no token, no proxy, nothing decided by the owner. */
import { NO_FIXED_COUNTERS } from "../../contract/channels/policy.ts";
import { NO_FIXED_RIGHTS } from "../../contract/rights.ts";
import type { InitEngine } from "../../main/shell/engine/engine-host.ts";

export const initOf = (profile: string): InitEngine => ({
  type: "init",
  profile,
  appVersion: "0.0.0-test",
  sqliteBinding: null,
  tokens: {},
  proxy: null,
  fixed: NO_FIXED_RIGHTS,
  fixedCounters: NO_FIXED_COUNTERS,
  placeSecrets: {},
});
