import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { PLACE_TROUBLES } from "../../../contract/channels/shop-folder.ts";
import { replyErrorOf } from "../../client/api.ts";
import type { ErrorWords } from "../../i18n/error-words.ts";
import { ErrorPanel } from "../help.tsx";

/** What is wrong with the place, and what to do there; null where something else failed. */
function wordsOf(t: TFunction, error: unknown): ErrorWords | null {
  const { code, details } = replyErrorOf(error);
  const trouble = PLACE_TROUBLES.find((known) => known === details.reason);
  if (code !== "place_failed" || trouble === undefined) return null;
  return {
    what: t(`shopFolder.trouble.${trouble}.what`),
    books: t("errors.code.place_failed.books"),
    todo: t(`shopFolder.trouble.${trouble}.todo`),
  };
}

/** A refusal of something that was done in the shop folder: where the place failed, in its own words. */
export function FolderError({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation();
  return (
    <ErrorPanel
      error={error}
      words={error === null ? null : wordsOf(t, error)}
      {...(onRetry === undefined ? {} : { onRetry })}
    />
  );
}
