import { useTranslation } from "react-i18next";
import { doingInWords } from "../../client/ask-pin.ts";
import { useFormats } from "../../client/use-formats.ts";
import { restoreChosen, useRestores } from "./restore-store.ts";
import { useRecordWords } from "./use-sentence.ts";

const MOST_NAMED = 3;

/** Asks for the chosen records; where the PIN is asked for first, its prompt names them. */
export function useRestore(): () => Promise<void> {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useRecordWords();
  return () => {
    const { chosen } = useRestores.getState();
    const named = formats.list(chosen.slice(0, MOST_NAMED).map(words));
    const more = chosen.length - MOST_NAMED;
    return doingInWords(
      more > 0 ? `${named}. ${t("restore.preview.more", { count: more })}` : named,
      restoreChosen,
    );
  };
}
