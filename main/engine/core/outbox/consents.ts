/** What the owner consents to, as the file says it: sending unknown outcomes again, and counting any success as confirmed. */
import type { Policy } from "../../../../contract/channels/connection.ts";
import type { ParsedInput } from "../../../../contract/channels.ts";
import type { MetaStore } from "../../file/database/meta.ts";
import type { Db } from "../../file/database/open-database.ts";
import type { Clock } from "../../ports.ts";
import type { Actor, AuditStore } from "../activity/audit.ts";

interface ConsentsDeps {
  db: Db;
  meta: MetaStore;
  audit: AuditStore;
  actor: Actor;
  clock: Clock;
  /** Unknown outcomes are sent again in this run, whatever the file says. */
  thisRun: boolean;
}

export function createConsents({ db, meta, audit, actor, clock, thisRun }: ConsentsDeps) {
  const resendUnknown = (): boolean => thisRun || meta.flag("resendUnknown");
  return {
    resendUnknown,
    policy: (): Policy => ({
      resendUnknown: resendUnknown(),
      confirmAnySuccess: meta.flag("confirmAnySuccess"),
    }),
    change(asked: ParsedInput<"policy.set">): void {
      db.transaction(() => {
        for (const name of ["resendUnknown", "confirmAnySuccess"] as const) {
          const value = asked[name];
          if (value === undefined) continue;
          meta.setFlag(name, value);
          audit.append(actor, clock.now(), "policy.changed", name, { [name]: value });
        }
      }).immediate();
    },
  };
}
