/** A step back to an older version is a recovery whose file was not damaged: it says so by the name it is kept under. */
import type { RecoveryReport } from "../../contract/channels/recovery.ts";

/** True where the file that was put aside is a newer version's. */
export const isSteppedBack = ({ kind, details }: Pick<RecoveryReport, "kind" | "details">): boolean =>
  kind === "rolled_back" && details.aside?.includes(".newer-") === true;
