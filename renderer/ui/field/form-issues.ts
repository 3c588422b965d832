/** Field issues of a refused input, brought to the fields of a form. */
import type { TFunction } from "i18next";
import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { replyErrorOf } from "../../client/api.ts";
import { issuesOf, reasonWords } from "../../i18n/error-words.ts";

interface BringIssues<Values extends FieldValues> {
  error: unknown;
  t: TFunction;
  setError: UseFormSetError<Values>;
  /** The form's field for an input's field such as "lines.0.quantity"; null where the form has none. */
  fieldOf: (field: string) => FieldPath<Values> | null;
}

/**
 * Puts every issue below its field and the focus on the first one.
 * True: every issue found its field. False: show the error in an ErrorPanel too.
 */
export function bringIssues<Values extends FieldValues>({
  error,
  t,
  setError,
  fieldOf,
}: BringIssues<Values>): boolean {
  const issues = issuesOf(replyErrorOf(error));
  let brought = 0;
  for (const issue of issues) {
    const field = fieldOf(issue.field);
    if (field === null) continue;
    setError(field, { type: issue.reason, message: reasonWords(t, issue) }, { shouldFocus: brought === 0 });
    brought += 1;
  }
  return issues.length > 0 && brought === issues.length;
}
