import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Delimiter } from "../../../contract/channels/mirror.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import classes from "./draft.module.css";
import { type Reading, reread } from "./import-draft.ts";
import type { Preview } from "./mapping-choices.ts";

const DELIMITERS: readonly Delimiter[] = ["comma", "semicolon", "tab"];

/** Where in the file the rows stand: a spreadsheet's sheet, or what separates a CSV file's columns. */
export function DraftSource({ preview, reading }: { preview: Preview; reading: Reading }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { sheets, sheet, delimiter, columnCount, header } = preview;
  return (
    <div className={classes.source}>
      {sheet === null ? null : (
        <NativeSelect
          label={t("catalogue.draft.sheet")}
          data-testid="import-sheet"
          value={reading.sheet ?? sheet}
          onChange={(event) => reread({ sheet: event.currentTarget.value })}
          data={sheets.map(({ name, hidden }) => ({
            value: name,
            label: hidden ? t("catalogue.draft.hiddenSheet", { name: `\u2068${name}\u2069` }) : name,
          }))}
        />
      )}
      {delimiter === null ? null : (
        <NativeSelect
          label={t("catalogue.draft.delimiter")}
          data-testid="import-delimiter"
          value={reading.delimiter ?? delimiter}
          onChange={(event) => {
            const chosen = DELIMITERS.find((each) => each === event.currentTarget.value);
            if (chosen !== undefined) reread({ delimiter: chosen });
          }}
          data={DELIMITERS.map((each) => ({ value: each, label: t(`catalogue.delimiter.${each}`) }))}
        />
      )}
      <p className={classes.quiet}>
        {t("catalogue.draft.columnCount", { count: columnCount })}
        {columnCount > header.length
          ? ` ${t("catalogue.draft.firstColumns", { number: formats.count(header.length) })}`
          : null}
      </p>
    </div>
  );
}
