/** Reasons in English, for the headless engine, for other programs and for logs. The screens have the words of `renderer/i18n`. */
import type { EntryProblem, ODDITIES } from "./reasons/entry-problem.ts";

const ODD: Record<(typeof ODDITIES)[number], string> = {
  missing: "is missing",
  odd: "is odd",
  not_text: "not all of its bytes are letters",
  empty: "the answer is empty",
  not_json: "the answer is not JSON",
  not_transactions: "the answer is not an array of transactions",
  no_transaction: "the answer holds no transaction",
  other_serial: "no transaction in the answer has the serial number of this entry",
  other_tenant: "the transaction in the answer is not of this tenant",
  not_restore: "the answer is not a restore result",
  too_large: "the answer is too large",
  packing_unknown: "the answer is packed in a way that can't be undone",
  packing_broken: "the packed answer is broken",
  repeats_token: "the answer repeats the access token, so it was not kept",
};

const PROBLEMS: Record<
  Exclude<EntryProblem["code"], "answered" | "no_evidence" | "not_understood">,
  string
> = {
  closed: "The connection was closed",
  refused: "The connection was refused",
  name_not_found: "The service's address was not found",
  timed_out: "No whole answer came in time",
  unreachable: "The service can't be reached",
  not_secure: "The secure connection failed",
  not_an_answer: "What came is not a valid answer",
  other: "The attempt failed",
  packing_cut: "The packed answer ended too early",
  packing_broken: "The packed answer is broken",
  packing_unknown: "The answer is packed in a way that can't be undone",
  repeats_token: "The answer repeats the access token, so it was not kept",
  stopped: "The program stopped during the attempt",
  stopped_before_sending: "The program stopped before anything was sent",
  stopped_reading: "The program stopped while it read the answer",
  no_longer_resent: "Its answer was lost, and it is no longer sent again automatically",
  was_in_flight:
    "It was being sent when the file was damaged or copied: whether the service has it is not known",
  was_unknown: "Its outcome was unknown before the file was recovered, and still is",
  may_have_been_sent:
    "It may have been sent after the state that could be recovered: whether the service has it is not known",
};

/** "422: The quantity is above the stock": an entry's problem in a sentence. */
export function problemInEnglish(problem: EntryProblem): string {
  switch (problem.code) {
    case "answered":
      return `${problem.params.status}: ${problem.params.words || "the service gave no words"}`;
    case "no_evidence":
      return `The service answered, but not about this entry: ${ODD[problem.params.reason]}`;
    case "not_understood": {
      const { path, reason } = problem.params;
      return `The answer was not fully understood: ${path === "" ? "" : `${path} `}${ODD[reason]}`;
    }
    default:
      return "said" in problem.params && problem.params.said !== ""
        ? `${PROBLEMS[problem.code]}: ${problem.params.said}`
        : PROBLEMS[problem.code];
  }
}
