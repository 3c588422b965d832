import { ActionIcon, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useSettings } from "../../client/settings.ts";
import { latinNumber } from "../../lib/latin-number.ts";
import { meaningOf } from "../../lib/meaning-of.ts";
import classes from "./document-references.module.css";
import { KeptFileLine } from "./kept-file-line.tsx";
import { REFERENCE_FIELDS, type ReferenceField, type ReferenceRow } from "./reference-rows.ts";
import { WebAddress } from "./web-address.tsx";

interface ReferenceFieldsProps {
  row: ReferenceRow;
  index: number;
  /** The list of types that have a meaning. */
  listId: string;
  problemOf: (field: ReferenceField) => string | null;
  /** Whether the row's file lies here. */
  present: boolean | undefined;
  disabled: boolean;
  onChange: (part: Partial<ReferenceRow>) => void;
  onRemove: () => void;
}

/** One reference: its fields in a row, and below them its address and its file. A type's meaning is shown where the owner wrote one. */
export function ReferenceFields(props: ReferenceFieldsProps) {
  const { row, index, listId, problemOf, present, disabled, onChange, onRemove } = props;
  const { t } = useTranslation();
  const meanings = useSettings().referenceTypeMeanings;
  const number = index + 1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a grid row
    <div role="group" aria-label={t("components.references.row", { number })} className={classes.row}>
      {REFERENCE_FIELDS.map((field) => (
        <TextInput
          key={field}
          size="sm"
          label={t(`components.references.${field}`)}
          value={row[field]}
          disabled={disabled}
          inputMode={field === "type" ? "numeric" : field === "url" ? "url" : "text"}
          dir={field === "type" || field === "url" ? "ltr" : "auto"}
          list={field === "type" ? listId : ""}
          data-testid={`reference-${index}-${field}`}
          error={problemOf(field)}
          title={
            field === "type" && row.type !== ""
              ? (meaningOf(meanings, row.type) ?? t("components.references.noMeaning"))
              : ""
          }
          onChange={(event) => {
            const { value } = event.currentTarget;
            onChange({ [field]: field === "type" ? latinNumber(value) : value });
          }}
        />
      ))}
      <ActionIcon
        className={classes.remove ?? ""}
        disabled={disabled}
        aria-label={t("components.references.remove", { number })}
        onClick={onRemove}
      >
        <IconX size="1.125rem" stroke={1.8} />
      </ActionIcon>
      {row.url.trim() === "" && row.file === null ? null : (
        <div className={classes.behind}>
          {row.url.trim() === "" ? null : <WebAddress url={row.url} testId={`reference-${index}-link`} />}
          {row.file === null ? null : (
            <KeptFileLine
              file={row.file}
              present={present}
              disabled={disabled}
              testId={`reference-${index}-file`}
              onDetach={() => onChange({ file: null })}
            />
          )}
        </div>
      )}
    </div>
  );
}
