import { useTranslation } from "react-i18next";
import type { ReferenceKind } from "../../../../contract/channels/mirror.ts";
import { Code } from "../../../ui/code.tsx";
import classes from "./import.module.css";
import { FILE_COLUMNS, headerOf } from "./import-columns.ts";

/** What a file of that kind holds, column by column, and a header row to copy. */
export function ExpectedColumns({ kind }: { kind: ReferenceKind }) {
  const { t } = useTranslation();
  return (
    <div className={classes.expected}>
      <table>
        <caption>{t("catalogue.import.columns")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("catalogue.import.column")}</th>
            <th scope="col">{t("catalogue.import.holds")}</th>
            <th scope="col">{t("catalogue.import.need")}</th>
          </tr>
        </thead>
        <tbody>
          {FILE_COLUMNS[kind].map(({ name, holds, need }) => (
            <tr key={name}>
              <th scope="row">
                <bdi className={classes.columnName}>{name}</bdi>
              </th>
              <td>{t(`catalogue.holds.${holds}`)}</td>
              <td data-need={need}>{t(`catalogue.need.${need}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.quiet}>{t("catalogue.import.format")}</p>
      <p className={classes.quiet}>{t("catalogue.import.header")}</p>
      <Code>{headerOf(kind)}</Code>
    </div>
  );
}
