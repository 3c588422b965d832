/** What the main process has to say in the audit, kept on disk while no connection's audit is open to take it. */

import type { ShellAct } from "../../../../contract/process-messages.ts";
import { AUDIT_ACTIONS, type AuditAction } from "../../core/activity/audit.ts";
import type { Log } from "../../ports.ts";
import type { ProfileStore } from "./profile.ts";

const isAction = (text: string): text is AuditAction => AUDIT_ACTIONS.some((action) => action === text);

/** The open session, as far as it takes acts. */
interface Session {
  recordActs(acts: readonly { at: number; action: AuditAction; details: Record<string, unknown> }[]): void;
}

/** Where an act is written twice by a power cut in between, that is better than not at all. */
export function createPendingAudit(profile: ProfileStore, log: Log) {
  const flushInto = (session: Session): void => {
    const waiting = profile.pendingActs();
    const last = waiting.at(-1);
    if (last === undefined) return;
    session.recordActs(
      waiting.flatMap(({ at, action, details }) =>
        isAction(action) ? [{ at, action, details: JSON.parse(details) }] : [],
      ),
    );
    profile.dropPendingActs(last.number);
  };
  /** Writes what waits into the session's audit; what can't be written goes on waiting. */
  const flush = (session: Session | null): void => {
    if (session === null) return;
    try {
      flushInto(session);
    } catch (error) {
      log.error("acts could not be written into the audit yet", { error });
    }
  };
  return {
    flush,
    record({ action, at, details }: ShellAct, session: Session | null): void {
      try {
        profile.addPendingAct(at, action, JSON.stringify(details));
      } catch (error) {
        log.error("an act could not be kept for the audit", { action, error });
      }
      flush(session);
    },
  };
}
