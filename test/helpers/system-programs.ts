/**
 * Programs of the system that a test needs. `npm test` installs them before its first test (`testPackages` in
 * scripts/lib/set-up/system-libraries.mjs); where that can't be done, what needs them is skipped with the reason.
 */
import { onPath } from "../../scripts/lib/run-command.mjs";
import { packageOf } from "../../scripts/lib/set-up/system-libraries.mjs";

/** Why what needs these programs can't be tested here, or null where all of them are there. */
export function lacking(...programs: string[]): string | null {
  const missing = programs.filter((program) => !onPath(program));
  if (missing.length === 0) return null;
  const packages = [...new Set(missing.map(packageOf))];
  return `the system has no ${missing.join(", ")}: install ${packages.join(", ")}, or run npm test where it may install`;
}

/** Skips a test of vitest, with the reason, where one of these programs is missing. */
export function needsPrograms(context: { skip(note: string): void }, ...programs: string[]): void {
  const reason = lacking(...programs);
  if (reason !== null) context.skip(reason);
}
