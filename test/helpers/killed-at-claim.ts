/**
 * An engine that sends what waits in its profile and is killed (SIGKILL) when the first claim is on the disk: before its
 * note is taken back, or just after. Arguments: profile, runtime folder, service, token, "before" or "after".
 */

import { tokenKey } from "../../contract/process-messages.ts";
import { unsentClaimsIn } from "../../main/engine/core/outbox/unsent-claims.ts";
import { openEngine } from "../../main/engine/engine.ts";
import { systemClock, systemRandomness } from "../../main/engine/ports.ts";
import type { Log } from "../../main/lib/log.ts";

const [profile = "", runtimeFolder = "", serviceUrl = "", token = "", when] = process.argv.slice(2);
const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

openEngine({
  profile,
  appVersion: "0.0.0-test",
  sqliteBinding: null,
  proxy: null,
  resendUnknown: false,
  log,
  clock: systemClock,
  randomness: systemRandomness,
  emit: () => undefined,
  tokens: { [tokenKey(serviceUrl, 7001)]: token },
  unsentClaims: (path) => {
    const unsent = unsentClaimsIn(runtimeFolder, log)(path);
    return {
      ...unsent,
      clear() {
        if (when === "after") unsent.clear();
        process.kill(process.pid, "SIGKILL");
      },
    };
  },
});
