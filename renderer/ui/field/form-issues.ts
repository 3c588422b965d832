/** Field issues of a refused input, brought to the fields of a form. */
import type { TFunction } from "i18next";
import type { FieldIssue } from "../../../contract/reply.ts";
import { replyErrorOf } from "../../client/api.ts";
import { issuesOf, reasonWords } from "../../i18n/error-words.ts";

/** Words by field. `whole`: every issue found its field; else the error is to be shown in an ErrorPanel too. */
export function issueWords(
  error: unknown,
  t: TFunction,
  /** Where the form shows an issue; null where it has no place for it. */
  fieldOf: (issue: FieldIssue) => string | null,
): { words: Record<string, string>; whole: boolean } {
  const issues = issuesOf(replyErrorOf(error));
  const found = issues.flatMap((issue) => {
    const field = fieldOf(issue);
    return field === null ? [] : [[field, reasonWords(t, issue)] as const];
  });
  return { words: Object.fromEntries(found), whole: issues.length > 0 && found.length === issues.length };
}
