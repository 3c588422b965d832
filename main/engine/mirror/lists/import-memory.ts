/** What was said of the last file of each kind: its columns, and what its words mean. */
import { z } from "zod";
import { columnMapping, type WordAnswers, wordAnswers } from "../../../../contract/channels/file-reading.ts";
import type { List } from "../../../../contract/lists.ts";
import { createMetaStore } from "../../file/database/meta.ts";
import type { Db } from "../../file/database/open-database.ts";
import { searchable } from "../search/search-text.ts";

const said = z.object({
  /** A file's column to ours; null: nothing is done with it. */
  columns: columnMapping,
  words: wordAnswers,
  continues: z.boolean().nullable(),
});
/** `columns` null: no import of this kind named its columns yet. */
export type ImportSaid = Omit<z.infer<typeof said>, "columns"> & {
  columns: z.infer<typeof columnMapping> | null;
};

const NOTHING: ImportSaid = { columns: null, words: {}, continues: null };
/** Answers that are kept for each column, the newest about words of so many letters: a row of the file is bounded. */
const MOST_WORDS = 120;
const MOST_LETTERS = 100;

function joined(before: WordAnswers, now: WordAnswers): WordAnswers {
  const columns = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  return Object.fromEntries(
    columns.map((column) => {
      const { [column]: older = {} } = before;
      const { [column]: newer = {} } = now;
      const answered = new Set(Object.keys(newer).map(searchable));
      const kept = Object.entries(older).filter(([word]) => !answered.has(searchable(word)));
      const all = [...kept, ...Object.entries(newer)].filter(([word]) => word.length <= MOST_LETTERS);
      return [column, Object.fromEntries(all.slice(-MOST_WORDS))];
    }),
  );
}

export function createImportMemory(db: Db) {
  const meta = createMetaStore(db);
  const recall = (kind: List): ImportSaid => {
    const kept = meta.get(`importMapping.${kind}`);
    const read = kept === null ? null : said.safeParse(JSON.parse(kept));
    return read?.success === true ? read.data : NOTHING;
  };
  return {
    recall,
    /** Call it inside the transaction of the import that used it. Answers about other words stay. */
    remember(
      kind: List,
      {
        columns,
        words,
        continues,
      }: Omit<z.infer<typeof said>, "continues"> & { continues: boolean | undefined },
    ): void {
      const before = recall(kind);
      const now = {
        columns,
        words: joined(before.words, words),
        continues: continues ?? before.continues,
      };
      meta.hold({ [`importMapping.${kind}`]: JSON.stringify(now) });
    },
  };
}
