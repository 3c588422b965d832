import { useTranslation } from "react-i18next";
import { MOST_EXAMPLES } from "../../../../contract/channels/file-reading.ts";
import { useFormats } from "../../../client/use-formats.ts";
import { columnWords } from "../../../features/files/column-words.ts";
import { listOfColumn } from "../../../features/files/words/word-choices.ts";
import { searchKind } from "../../../features/record-picker/picker-kinds.ts";
import { isolated } from "../../../i18n/format.ts";
import { Notice } from "../../../ui/notice.tsx";
import type { ImportResult } from "./import-turns.ts";

interface UnknownRecordsProps {
  unknown: NonNullable<ImportResult["findings"]>["unknownRecords"];
  /** In how many rows they were counted, where the file has more. */
  countedRows: number | null;
}

/** Says which ids of a file no record of this computer has, and what follows. */
export function UnknownRecords({ unknown, countedRows }: UnknownRecordsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const named = unknown.flatMap(({ column, rows, examples }) => {
    const list = listOfColumn(column);
    return list === null ? [] : [{ column, rows, examples, list: t(`list.${searchKind(list)}`) }];
  });
  if (named.length === 0) return null;
  const lists = formats.list([...new Set(named.map(({ list }) => isolated(list)))]);
  return (
    <div data-testid="import-unknown">
      <Notice kind="warn" title={t("catalogue.unknown.title")}>
        <ul className="indent">
          {named.map(({ column, rows, examples, list }) => {
            const ids = examples.map(isolated).join(" · ");
            return (
              <li key={column}>
                {t("catalogue.unknown.rows", {
                  count: rows,
                  column: isolated(columnWords(t, column)),
                  list: isolated(list),
                  ids: examples.length < MOST_EXAMPLES ? ids : `${ids} …`,
                })}
              </li>
            );
          })}
        </ul>
        {t("catalogue.unknown.means", { lists })}
        {countedRows === null ? null : ` ${t("catalogue.unknown.counted", { count: countedRows })}`}
      </Notice>
    </div>
  );
}
