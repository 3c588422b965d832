/** Why a backup was not taken in: the codes' own sentences speak of an entry, or of files to import. */
import type { TFunction } from "i18next";
import type { ReplyError } from "../../../contract/reply.ts";
import type { ErrorWords } from "../../i18n/error-words.ts";

/** The sentences for a refused restore; null where the code's own fit. */
export function refusedWords(t: TFunction, code: ReplyError["code"]): ErrorWords | null {
  if (code !== "wrong_state" && code !== "file_invalid") return null;
  return {
    what: t(`files.backup.restoreRefused.${code}.what`),
    books: t(`files.backup.restoreRefused.${code}.books`),
    todo: t(`files.backup.restoreRefused.${code}.todo`),
  };
}
