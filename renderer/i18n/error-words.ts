/** Refusals in words: what happened, what it means for the books, what can be done. And network errors. */
import type { TFunction } from "i18next";
import { type AttemptProblem, readAttemptDetail } from "../../contract/attempt-detail.ts";
import type { FileBusy } from "../../contract/channels/connection.ts";
import { ERROR_CODES, FIELD_REASONS } from "../../contract/codes.ts";
import { isRecord } from "../../contract/is-record.ts";
import type { FieldIssue, ReplyError } from "../../contract/reply.ts";

export interface ErrorWords {
  what: string;
  books: string;
  todo: string;
}

const FILE_BUSY = ["opening", "recovering", "waiting"] as const satisfies readonly FileBusy["state"][];

/** The three sentences of an error code; a file that is not open at the moment has its own. */
export function errorWords(t: TFunction, error: ReplyError): ErrorWords {
  const busy = FILE_BUSY.find((state) => error.code === "storage_busy" && state === error.details.state);
  if (busy !== undefined)
    return {
      what: t(`errors.busy.${busy}.what`),
      books: t(`errors.busy.${busy}.books`),
      todo: t(`errors.busy.${busy}.todo`),
    };
  const code = ERROR_CODES.find((known) => known === error.code) ?? "internal";
  return {
    what: t(`errors.code.${code}.what`),
    books: t(`errors.code.${code}.books`),
    todo: t(`errors.code.${code}.todo`),
  };
}

/** An error as the engine gave it: for support, and never in a sentence. */
export const supportText = ({ code, message, details }: ReplyError): string =>
  JSON.stringify({ code, message, details }, null, 2);

/** Why a field was refused, in a short sentence that stands below it. */
export function reasonWords(t: TFunction, issue: Pick<FieldIssue, "reason" | "params">): string {
  const count = Number(issue.params.max) || 0;
  return t(`errors.reason.${issue.reason}`, { max: "", min: "", ...issue.params, count });
}

function issueOf(value: unknown): FieldIssue[] {
  if (!isRecord(value) || typeof value.field !== "string") return [];
  const reason = FIELD_REASONS.find((known) => known === value.reason) ?? "invalid";
  const params: Record<string, string | number> = {};
  for (const [name, param] of Object.entries(isRecord(value.params) ? value.params : {}))
    if (typeof param === "string" || typeof param === "number") params[name] = param;
  const message = typeof value.message === "string" ? value.message : "";
  return [{ field: value.field, reason, message, params }];
}

/** The field issues of an `invalid_input` error; none of any other. */
export function issuesOf(error: ReplyError): FieldIssue[] {
  const issues: unknown = error.details.issues;
  return Array.isArray(issues) ? issues.flatMap(issueOf) : [];
}

const SAY_ALL: readonly AttemptProblem[] = ["stopped", "stoppedBefore", "stoppedReading", "noLongerResent"];
/** What the engine writes behind the status of an answer without any words. */
export const NO_WORDS = "the service gave no words";

/** What the central system said of an entry: as it came, or that it said nothing. */
export const serviceWords = (t: TFunction, words: string): string =>
  words.endsWith(`: ${NO_WORDS}`)
    ? `${words.slice(0, -NO_WORDS.length)}${t("outbox.detail.noWords")}`
    : words;
/** What the engine adds to an attempt whose answer was large; the screen says that itself. */
export const ANSWER_CUT = "only the beginning of the answer is kept";

export interface NetworkWords {
  words: string;
  /** What the network said, for support; null where the words say all. */
  code: string | null;
}

/** An attempt's detail in words; null where it holds nothing but the note that the answer was cut. */
export function networkWords(t: TFunction, detail: string): NetworkWords | null {
  const noted = detail.endsWith(ANSWER_CUT) ? detail.slice(0, -ANSWER_CUT.length) : detail;
  const own = noted.replace(/; $/, "");
  if (own === "") return null;
  const { problem, said } = readAttemptDetail(own);
  return { words: t(`outbox.network.${problem}`), code: SAY_ALL.includes(problem) ? null : said };
}
