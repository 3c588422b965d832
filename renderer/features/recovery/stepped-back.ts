/** Recoveries whose file was not damaged: the name it is kept under says so. */
import type { RecoveryReport } from "../../../contract/channels/recovery.ts";

/** True where the file that was put aside is a newer version's. */
export const isSteppedBack = ({ kind, details }: Pick<RecoveryReport, "kind" | "details">): boolean =>
  kind === "rolled_back" && details.aside?.includes(".newer-") === true;

/** True where the file had only lost its name, and all of it was put back. */
export const isPutBack = ({ kind, details }: Pick<RecoveryReport, "kind" | "details">): boolean =>
  kind === "missing" && details.base === "file";

/** True where the file that was put aside is another counter's. */
export const isForeignFile = ({ kind, details }: Pick<RecoveryReport, "kind" | "details">): boolean =>
  kind === "missing" && details.aside?.includes(".foreign-") === true;
