import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { DELIMITERS, TEXT_ENCODINGS } from "../../../../../contract/channels/file-reading.ts";
import type { ReplyError } from "../../../../../contract/reply.ts";
import { useFormats } from "../../../../client/use-formats.ts";
import type { Preview } from "./mapping-choices.ts";
import classes from "./preview.module.css";
import { type Reading, reread } from "./previewed-file.ts";

/** What is known of how a file is read. */
export type Source = Pick<Preview, "sheets" | "sheet" | "delimiter" | "encoding"> & {
  columns: { all: number; shown: number } | null;
  head: Pick<Preview, "headerRow" | "headRows"> | null;
  /** A person has yet to choose the encoding. */
  isAsked: boolean;
};

export const sourceOfPreview = ({
  sheets,
  sheet,
  delimiter,
  encoding,
  columnCount,
  header,
  headerRow,
  headRows,
  undecided,
}: Preview): Source => ({
  sheets,
  sheet,
  delimiter,
  encoding,
  columns: { all: columnCount, shown: header.length },
  head: { headerRow, headRows },
  isAsked: undecided.includes("encoding"),
});

const sheetsInError = z.object({
  sheet: z.string().nullable(),
  sheets: z.array(z.object({ name: z.string(), hidden: z.boolean() })),
});

/** What a refusal says of a workbook's sheets; null where it says nothing of them. */
export function sourceOfError({ details }: ReplyError): Source | null {
  const read = sheetsInError.safeParse(details);
  return read.success
    ? { ...read.data, delimiter: null, encoding: null, columns: null, head: null, isAsked: false }
    : null;
}

/** Which row the columns' names stand in; what stands above it is not imported. */
function HeaderRow({ head, reading }: { head: NonNullable<Source["head"]>; reading: Reading }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { headerRow, headRows } = head;
  const above = headRows.filter(({ line }) => line < headerRow).length;
  return (
    <>
      <NativeSelect
        className={`${classes.headerRow} min-w-0`}
        label={t("catalogue.preview.headerRow")}
        data-testid="import-header-row"
        value={reading.headerRow ?? headerRow}
        onChange={(event) => reread({ headerRow: Number(event.currentTarget.value) })}
        data={headRows.map(({ line, cells }) => ({
          value: String(line),
          label: t("catalogue.preview.headerRowAt", {
            row: formats.count(line),
            cells: cells
              .filter((cell) => cell.trim() !== "")
              .map((cell) => `\u2068${cell.trim()}\u2069`)
              .join(" · "),
          }),
        }))}
      />
      {above === 0 ? null : (
        <p className="note regular" data-testid="import-above">
          {t("catalogue.preview.above", { count: above })}
        </p>
      )}
    </>
  );
}

/** Where in the file the rows stand: a spreadsheet's sheet, or what separates a CSV file's columns. */
export function PreviewSource({ source, reading }: { source: Source; reading: Reading }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { sheets, sheet, delimiter, encoding, columns, head, isAsked } = source;
  return (
    <div className={`${classes.source} wrap bottom`}>
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
          value={reading.encoding ?? (isAsked ? "" : encoding)}
          onChange={(event) => {
            const chosen = TEXT_ENCODINGS.find((each) => each === event.currentTarget.value);
            if (chosen !== undefined) reread({ encoding: chosen });
          }}
          data={[
            ...(isAsked ? [{ value: "", label: t("catalogue.preview.noSource") }] : []),
            ...TEXT_ENCODINGS.map((each) => ({ value: each, label: t(`catalogue.encoding.${each}`) })),
          ]}
        />
      )}
      {head === null ? null : <HeaderRow head={head} reading={reading} />}
      {columns === null ? null : (
        <p className="note regular">
          {t("catalogue.preview.columnCount", { count: columns.all })}
          {columns.all > columns.shown
            ? ` ${t("catalogue.preview.firstColumns", { number: formats.count(columns.shown) })}`
            : null}
        </p>
      )}
    </div>
  );
}
