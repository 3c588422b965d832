import { useTranslation } from "react-i18next";
import { Notice } from "../../components/notice.tsx";
import classes from "./documents.module.css";
import type { DocumentDetail } from "./parts.ts";

const SHOWN = 8;

/** What was odd in the answer: nothing of it is lost, and nothing is hidden. */
export function AnswerNotes({ notes }: { notes: DocumentDetail["notes"] }) {
  const { t } = useTranslation();
  if (notes.length === 0) return null;
  return (
    <Notice kind="info" title={t("documents.notes.title", { count: notes.length })}>
      <ul className={classes.notes}>
        {notes.slice(0, SHOWN).map(({ path, problem }) => (
          <li key={`${path} ${problem}`}>
            <code dir="ltr">{path}</code> {t(`documents.notes.${problem}`)}
          </li>
        ))}
      </ul>
      {notes.length > SHOWN ? t("documents.notes.more", { count: notes.length - SHOWN }) : null}
    </Notice>
  );
}
