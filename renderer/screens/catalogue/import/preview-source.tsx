import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { DELIMITERS, TEXT_ENCODINGS } from "../../../../contract/channels/file-reading.ts";
import type { ReplyError } from "../../../../contract/reply.ts";
import { useFormats } from "../../../client/use-formats.ts";
import { Notice } from "../../../ui/notice.tsx";
import type { Preview } from "./mapping-choices.ts";
import classes from "./preview.module.css";
import { type Reading, reread } from "./previewed-file.ts";

const DELIMITERS: readonly Delimiter[] = ["comma", "semicolon", "tab"];

const ENCODINGS: readonly TextEncoding[] = ["utf8", "windows1256", "utf16le", "utf16be"];

/** What is known of how a file is read. */
export type Source = Pick<Preview, "sheets" | "sheet" | "delimiter" | "encoding"> & {
  columns: { all: number; shown: number } | null;
};

export const sourceOfPreview = ({
  sheets,
  sheet,
  delimiter,
  encoding,
  columnCount,
  header,
}: Preview): Source => ({
  sheets,
  sheet,
  delimiter,
  encoding,
  columns: { all: columnCount, shown: header.length },
});

const sheetsInError = z.object({
  sheet: z.string().nullable(),
  sheets: z.array(z.object({ name: z.string(), hidden: z.boolean() })),
});

/** What a refusal says of a workbook's sheets; null where it says nothing of them. */
export function sourceOfError({ details }: ReplyError): Source | null {
  const read = sheetsInError.safeParse(details);
  return read.success ? { ...read.data, delimiter: null, encoding: null, columns: null } : null;
}

/** Where in the file the rows stand: a spreadsheet's sheet, or what separates a CSV file's columns. */
export function PreviewSource({ source, reading }: { source: Source; reading: Reading }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { sheets, sheet, delimiter, encoding, columns } = source;
  return (
    <div className={classes.source}>
      {sheet === null ? null : (
        <NativeSelect
          label={t("catalogue.preview.sheet")}
          data-testid="import-sheet"
          value={reading.sheet ?? sheet}
          onChange={(event) => reread({ sheet: event.currentTarget.value })}
          data={sheets.map(({ name, hidden }) => ({
            value: name,
            label: hidden ? t("catalogue.preview.hiddenSheet", { name: `\u2068${name}\u2069` }) : name,
          }))}
        />
      )}
      {delimiter === null ? null : (
        <NativeSelect
          label={t("catalogue.preview.delimiter")}
          data-testid="import-delimiter"
          value={reading.delimiter ?? delimiter}
          onChange={(event) => {
            const chosen = DELIMITERS.find((each) => each === event.currentTarget.value);
            if (chosen !== undefined) reread({ delimiter: chosen });
          }}
          data={DELIMITERS.map((each) => ({ value: each, label: t(`catalogue.delimiter.${each}`) }))}
        />
      )}
      {encoding === null ? null : (
        <NativeSelect
          label={t("catalogue.preview.encoding")}
          data-testid="import-encoding"
          value={reading.encoding ?? encoding}
          onChange={(event) => {
            const chosen = ENCODINGS.find((each) => each === event.currentTarget.value);
            if (chosen !== undefined) reread({ encoding: chosen });
          }}
          data={ENCODINGS.map((each) => ({ value: each, label: t(`catalogue.encoding.${each}`) }))}
        />
      )}
      {columns === null ? null : (
        <p className={classes.quiet}>
          {t("catalogue.preview.columnCount", { count: columns.all })}
          {columns.all > columns.shown
            ? ` ${t("catalogue.preview.firstColumns", { number: formats.count(columns.shown) })}`
            : null}
        </p>
      )}
      {encoding === "windows1256" && reading.encoding === undefined ? (
        <div className={classes.wide}>
          <Notice kind="warn">{t("catalogue.preview.encodingGuessed")}</Notice>
        </div>
      ) : null}
    </div>
  );
}
