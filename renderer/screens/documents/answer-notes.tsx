import { useTranslation } from "react-i18next";
import { useFormats } from "../../client/use-formats.ts";
import { Notice } from "../../ui/notice.tsx";
import classes from "./document-detail.module.css";
import type { DocumentDetail } from "./document-status.ts";
import { groupNotes, isOdd, type NoteGroup } from "./note-groups.ts";
import { FIELD_SHAPES, type FieldName } from "./part-fields.ts";

const MOST_ROWS_NAMED = 8;
const isField = (name: string): name is FieldName => Object.hasOwn(FIELD_SHAPES, name);

/** One sentence about one field: where it stands, and what was odd. */
function useNoteWords(severalTransactions: boolean): (group: NoteGroup) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  return ({ problem, transaction, part, field, rows }) => {
    const named = field === null || !isField(field) ? null : t(`documents.field.${field}`);
    const place = [
      severalTransactions ? t("documents.notes.transaction", { number: transaction }) : null,
      part === null ? t("documents.header") : t(`documents.part.${part}`),
      field === null ? null : `\u2068${named ?? field}\u2069`,
    ].filter((words) => words !== null);
    const listed = rows.slice(0, MOST_ROWS_NAMED).map((row) => formats.count(row));
    const where =
      rows.length === 0
        ? ""
        : rows.length > MOST_ROWS_NAMED
          ? ` (${t("documents.notes.rowsMore", { rows: formats.list(listed), count: rows.length })})`
          : ` (${t("documents.notes.rows", { rows: formats.list(listed), count: rows.length })})`;
    return `${place.join(" · ")}: ${t(`documents.notes.problem.${problem}`)}${where}`;
  };
}

/** What in the answer is not as the interface describes. Nothing of it is lost: the raw answer is below. */
export function AnswerNotes({ notes }: { notes: DocumentDetail["notes"] }) {
  const { t } = useTranslation();
  const groups = groupNotes(notes);
  const wordsOf = useNoteWords(groups.some(({ transaction }) => transaction > 1));
  if (groups.length === 0) return null;
  const odd = groups.some(isOdd);
  return (
    <div data-testid="answer-notes">
      <Notice kind={odd ? "warn" : "info"} title={t(odd ? "documents.notes.odd" : "documents.notes.more")}>
        {t(odd ? "documents.notes.oddText" : "documents.notes.moreText")}
        <details className={classes.notes}>
          <summary>{t("documents.notes.show", { count: groups.length })}</summary>
          <ul>
            {groups.map((group) => (
              <li key={JSON.stringify([group.problem, group.transaction, group.part, group.field])}>
                {wordsOf(group)}
              </li>
            ))}
          </ul>
        </details>
      </Notice>
    </div>
  );
}
