/** Takes out of a fault what could be of the books or a secret. Pure. */
import { CRASH_LIMITS, type CrashReport } from "../../../contract/channels/crashes.ts";
import { redactText } from "../redact.ts";
import { findSecret } from "../support/find-secret.ts";

const QUOTED = /"[^"\n]*"|'[^'\n]*'|`[^`\n]*`|«[^«»\n]*»|“[^“”\n]*”/g;
/** A quote without an end, as where a parser cuts the text it quotes. */
const HALF_QUOTED = /["'`«“].*/s;
/** Amounts, ids, barcodes, telephone numbers. */
const NUMBERS = /\d[\d.,]{3,}/g;
/** The program's own words are English: any other script comes from outside. */
const OTHER_SCRIPTS = /[^\p{ASCII}]+/gu;
const FRAME = /^\s*at /;

export interface Surroundings {
  secrets: readonly string[];
  /** The person's home folder: it holds their name. */
  home: string;
}

const withoutHome = (text: string, home: string): string =>
  home.length > 3 ? text.replaceAll(home, "~").replaceAll(encodeURI(home), "~") : text;

/** The words of an error: its kind and what it says, without what it quotes. */
export function scrubReason(message: string, { secrets, home }: Surroundings): string {
  const [first = ""] = redactText(withoutHome(message, home), secrets).split("\n");
  return first
    .replace(QUOTED, "[…]")
    .replace(HALF_QUOTED, "[…]")
    .replace(OTHER_SCRIPTS, "…")
    .replace(NUMBERS, "#")
    .slice(0, CRASH_LIMITS.reason);
}

/** The places in the program; null where there are none. An error's words, which come first, are left out. */
export function scrubStack(stack: string | null | undefined, { secrets, home }: Surroundings): string | null {
  const frames = (stack ?? "").split("\n").filter((line) => FRAME.test(line));
  if (frames.length === 0) return null;
  return redactText(withoutHome(frames.join("\n"), home), secrets).slice(0, CRASH_LIMITS.stack);
}

/** The newest lines of the log, which never holds the books. */
export function scrubLog(text: string, { secrets, home }: Surroundings): string[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(-CRASH_LIMITS.logLines)
    .map((line) => redactText(withoutHome(line, home), secrets).slice(0, CRASH_LIMITS.logLine));
}

/** Looks through the finished report once more; where a secret is in it all the same, only the bare fact is kept. */
export function withoutSecrets(report: CrashReport, secrets: readonly string[]): CrashReport {
  if (findSecret(Buffer.from(JSON.stringify(report), "utf8"), secrets) === null) return report;
  return { ...report, reason: "[withheld: it held a secret]", stack: null, log: [] };
}
