/**
 * What is written down of an attempt beside its outcome: a code of a closed list, and behind it what the network, or a
 * library, said of it. Screens have their own words for the code; the rest is for support.
 */

export const ATTEMPT_PROBLEMS = [
  "closed",
  "refused",
  "nameNotFound",
  "timedOut",
  "unreachable",
  "notSecure",
  /** What came is not HTTP, or contradicts itself. */
  "notAnAnswer",
  /** A packed answer ends before its content does. */
  "packingCut",
  "packingBroken",
  "packingUnknown",
  /** Its answer is not kept: something like the access token is in it. */
  "repeatsToken",
  "stopped",
  "stoppedBefore",
  "stoppedReading",
  "noLongerResent",
  "other",
] as const;
export type AttemptProblem = (typeof ATTEMPT_PROBLEMS)[number];

/** As it is stored, and shown by channels. */
export type AttemptDetail = AttemptProblem | `${AttemptProblem}: ${string}`;

export const attemptDetail = (problem: AttemptProblem, said: string): AttemptDetail =>
  `${problem}: ${said.replace(/\s+/g, " ").trim()}`;

/** A detail's code, and what was said; of a text that begins with no code all of it was said. */
export function readAttemptDetail(detail: string): { problem: AttemptProblem; said: string | null } {
  const end = detail.search(/[:;]|$/);
  const problem = ATTEMPT_PROBLEMS.find((known) => known === detail.slice(0, end));
  if (problem === undefined) return { problem: "other", said: detail === "" ? null : detail };
  return { problem, said: detail.slice(end + 2) || null };
}
