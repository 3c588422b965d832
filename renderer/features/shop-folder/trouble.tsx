import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { PLACE_TROUBLES } from "../../../contract/channels/shop-folder.ts";
import { replyErrorOf } from "../../client/api.ts";
import type { ErrorWords } from "../../i18n/error-words.ts";
import { ErrorPanel } from "../help.tsx";

/** Reasons of what only the shop folder refuses. */
const REFUSALS = [
  "claimed",
  "seen_lately",
  "cannot_fence",
  "not_taken_over",
  "no_recipient",
  "shop_backup",
  "hand_over",
  "other_counter",
  "not_a_hand_over",
  "other_owner",
  "changed_or_cut",
] as const;

/** What is wrong with the place, and what to do there; null where something else failed. */
function wordsOf(t: TFunction, error: unknown): ErrorWords | null {
  const { code, details } = replyErrorOf(error);
  const refusal = REFUSALS.find((known) => known === details.reason);
  if (refusal !== undefined)
    return {
      what: t(`shopFolder.refusal.${refusal}.what`),
      books: t("errors.code.no_shop_folder.books"),
      todo: t(`shopFolder.refusal.${refusal}.todo`),
    };
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
