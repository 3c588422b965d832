import { ActionIcon, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./document-references.module.css";
import { KeptFileLine } from "./kept-file-line.tsx";
import { describedAs, ownDescription, type ReferenceField, type ReferenceRow } from "./reference-rows.ts";
import { TypeField } from "./type-field.tsx";
import { WebAddress } from "./web-address.tsx";

const TEXT_FIELDS = [
  "reference",
  "otherType",
  "url",
  "description",
] as const satisfies readonly ReferenceField[];

interface ReferenceFieldsProps {
  row: ReferenceRow;
  index: number;
  problemOf: (field: ReferenceField) => string | null;
  /** Whether the row's file lies here. */
  present: boolean | undefined;
  disabled: boolean;
  onChange: (part: Partial<ReferenceRow>) => void;
  onRemove: () => void;
}

/** One reference: its fields in a row, and below them its address and its file. The fingerprint of a file is sent and not shown. */
export function ReferenceFields(props: ReferenceFieldsProps) {
  const { row, index, problemOf, present, disabled, onChange, onRemove } = props;
  const { t } = useTranslation();
  const number = index + 1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a grid row
    <div
      role="group"
      aria-label={t("components.references.row", { number })}
      className={`${classes.row} grid top gap-8 relative`}
    >
      <TypeField
        value={row.type}
        disabled={disabled}
        error={problemOf("type")}
        testId={`reference-${index}-type`}
        onChange={(type) => onChange({ type })}
      />
      {TEXT_FIELDS.map((field) => (
        <TextInput
          key={field}
          size="sm"
          label={t(`components.references.${field}`)}
          value={field === "description" ? ownDescription(row.description, row.file) : row[field]}
          disabled={disabled}
          inputMode={field === "url" ? "url" : "text"}
          dir={field === "url" ? "ltr" : "auto"}
          data-testid={`reference-${index}-${field}`}
          error={problemOf(field)}
          {...(field === "otherType" || field === "url"
            ? { description: t(`components.references.${field}Hint`) }
            : {})}
          inputWrapperOrder={["label", "input", "description", "error"]}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onChange({ [field]: field === "description" ? describedAs(row, value) : value });
          }}
        />
      ))}
      <ActionIcon
        className={`${classes.remove} absolute`}
        disabled={disabled}
        aria-label={t("components.references.remove", { number })}
        onClick={onRemove}
      >
        <IconX size="1.125rem" stroke={1.8} />
      </ActionIcon>
      {row.url.trim() === "" && row.file === null ? null : (
        <div className="stack full-columns">
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
