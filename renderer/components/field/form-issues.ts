/** Field issues of a refused input, brought to the fields of a form. */
import type { TFunction } from "i18next";
import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import type { FieldIssue } from "../../../contract/reply.ts";
import { replyErrorOf } from "../../api.ts";
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
 * Gives back what found no field; show it with an ErrorPanel. For another error nothing is put anywhere.
 */
export function bringIssues<Values extends FieldValues>({
  error,
  t,
  setError,
  fieldOf,
}: BringIssues<Values>): FieldIssue[] {
  const homeless: FieldIssue[] = [];
  let first = true;
  for (const issue of issuesOf(replyErrorOf(error))) {
    const field = fieldOf(issue.field);
    if (field === null) homeless.push(issue);
    else {
      setError(field, { type: issue.reason, message: reasonWords(t, issue) }, { shouldFocus: first });
      first = false;
    }
  }
  return homeless;
}
