/** What the owner consents to, as the file says it: sending unknown outcomes again, and counting any success as confirmed. */
import type { Call } from "../../../../contract/call.ts";
import type { Policy } from "../../../../contract/channels/connection.ts";
import type { ParsedInput } from "../../../../contract/channels.ts";
import type { OpenFile } from "../context.ts";

export function createConsents({ db, meta, record, resendUnknown: thisRun }: OpenFile) {
  /** In a run that was started so, whatever the file says. */
  const resendUnknown = (): boolean => thisRun || meta.flag("resendUnknown");
  return {
    resendUnknown,
    policy: (): Policy => ({
      resendUnknown: resendUnknown(),
      confirmAnySuccess: meta.flag("confirmAnySuccess"),
    }),
    change(call: Call, asked: ParsedInput<"policy.set">): void {
      db.transaction(() => {
        for (const name of ["resendUnknown", "confirmAnySuccess"] as const) {
          const value = asked[name];
          if (value === undefined) continue;
          meta.setFlag(name, value);
          record(call, "policy.changed", name, { [name]: value });
        }
      }).immediate();
    },
  };
}
