import { NativeSelect } from "@mantine/core";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { columnsOf, type List } from "../../../../../contract/lists.ts";
import { columnWords } from "../../../../features/files/names.ts";
import { isolated } from "../../../../i18n/format.ts";
import { guessOf, type Preview, samplesOf, sourceOf, takenBy } from "./mapping-choices.ts";
import classes from "./preview.module.css";
import { readingOf } from "./preview-input.ts";
import { chooseSource, usePreviewedFile } from "./previewed-file.ts";

interface MappingRowProps {
  kind: List;
  preview: Preview;
  name: string;
  needed: boolean;
}

/** One of our columns: what it holds, which of the file's columns it is read from, and what is there. */
function MappingRow({ kind, preview, name, needed }: MappingRowProps) {
  const { t } = useTranslation();
  const known = columnsOf(kind).find((column) => column.name === name);
  // What was chosen shows at once; the rows follow.
  const reading = usePreviewedFile(({ file }) => file?.reading) ?? {};
  const guess = usePreviewedFile(({ file }) => file?.guess) ?? guessOf(preview);
  const guessedBy = guess.guessed.find(({ column }) => column === name)?.by;
  const mapping = reading.mapping ?? preview.mapping;
  const source = sourceOf(mapping, name);
  const samples = samplesOf(preview, source);
  // Drawn as a name in two languages, samples that have a slash would be divided in the middle of one.
  const shown =
    samples.length === 0 ? t("referenceData.preview.emptyColumn") : samples.map(isolated).join(" · ");
  const isMissing = preview.missing.includes(name);
  const choose = (chosen: string) =>
    chooseSource(
      { ...readingOf(preview, reading), mapping: preview.mapping },
      name,
      chosen === "" ? null : chosen,
      guess,
    );
  return (
    <tr data-missing={isMissing} data-testid={`import-map-${name}`}>
      <th scope="row">
        <bdi>{columnWords(t, name)}</bdi>
        {known === undefined ? null : (
          <span className="note block">{t(`referenceData.holds.${known.holds}`)}</span>
        )}
      </th>
      <td>
        <NativeSelect
          aria-label={t("referenceData.preview.sourceOf", { column: `\u2068${columnWords(t, name)}\u2069` })}
          aria-invalid={isMissing}
          value={source ?? ""}
          onChange={(event) => choose(event.currentTarget.value)}
          data={[
            { value: "", label: t("referenceData.preview.noSource") },
            ...preview.header.map((column) => {
              const taken = takenBy(mapping, column.name, name);
              return {
                value: column.name,
                label:
                  taken === null
                    ? column.name
                    : t("referenceData.preview.taken", {
                        name: `\u2068${column.name}\u2069`,
                        column: `\u2068${columnWords(t, taken)}\u2069`,
                      }),
              };
            }),
          ]}
        />
        {guessedBy === undefined || source === null ? null : (
          <span className={`${classes.guessed} dim line gap-4`} data-testid={`import-guessed-${name}`}>
            <IconInfoCircle size="1rem" stroke={1.7} aria-hidden="true" />
            {t(`referenceData.preview.guessedBy.${guessedBy}`)}
          </span>
        )}
      </td>
      <td>
        {isMissing ? (
          <span className="warn semi inline gap-6">
            <IconAlertTriangle size="1.125rem" stroke={1.7} aria-hidden="true" />
            {t("referenceData.preview.missingColumn")}
          </span>
        ) : source === null ? (
          <span className="note regular flush">
            {t(needed ? "referenceData.preview.missingColumn" : "referenceData.preview.leftOut")}
          </span>
        ) : (
          <span className="nowrap cut block min-w-0" title={shown}>
            {shown}
          </span>
        )}
      </td>
    </tr>
  );
}

/** Which column is which: guessed from the names, changed by choosing another. */
export function MappingTable({ kind, preview }: { kind: List; preview: Preview }) {
  const { t } = useTranslation();
  return (
    <table className={`${classes.mapping} small w-full`}>
      <thead>
        <tr>
          <th scope="col">{t("referenceData.preview.ours")}</th>
          <th scope="col">{t("referenceData.preview.theirs")}</th>
          <th scope="col">{t("referenceData.preview.sample")}</th>
        </tr>
      </thead>
      <tbody>
        {preview.columns.map(({ name, needed }) => (
          <MappingRow key={name} kind={kind} preview={preview} name={name} needed={needed} />
        ))}
      </tbody>
    </table>
  );
}
