import { ActionIcon, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useSettings } from "../../settings.ts";
import { Button } from "../button.tsx";
import { latinNumber } from "../field/latin-number.ts";
import classes from "./document-references.module.css";
import {
  emptyReference,
  REFERENCE_FIELDS,
  type ReferenceField,
  type ReferenceRow,
} from "./reference-rows.ts";

interface DocumentReferencesProps {
  rows: readonly ReferenceRow[];
  onChange: (rows: ReferenceRow[]) => void;
  /** Words below a field, by the row's place among the typed rows and the field's name. */
  problemOf?: (row: ReferenceRow, field: ReferenceField) => string | null;
  disabled?: boolean;
}

/** The papers behind a document, edited in place. A type's meaning is shown where the owner wrote one. */
export function DocumentReferences({ rows, onChange, problemOf, disabled = false }: DocumentReferencesProps) {
  const { t } = useTranslation();
  const meanings = useSettings().referenceTypeMeanings;
  const listId = useId();
  const change = (key: string, field: ReferenceField, value: string) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, [field]: value } : row)));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would say again what the sheet's title says
    <div role="group" aria-label={t("components.references.title")} className={classes.list}>
      <datalist id={listId}>
        {Object.entries(meanings).map(([code, meaning]) => (
          <option key={code} value={code} label={meaning} />
        ))}
      </datalist>
      {rows.length === 0 ? <p className={classes.none}>{t("components.references.none")}</p> : null}
      {rows.map((row, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a grid row
        <div
          key={row.key}
          role="group"
          aria-label={t("components.references.row", { number: index + 1 })}
          className={classes.row}
        >
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
              error={problemOf?.(row, field) ?? null}
              title={
                field === "type" && row.type !== ""
                  ? (meanings[row.type] ?? t("components.references.noMeaning"))
                  : ""
              }
              onChange={(event) =>
                change(
                  row.key,
                  field,
                  field === "type" ? latinNumber(event.currentTarget.value) : event.currentTarget.value,
                )
              }
            />
          ))}
          <ActionIcon
            className={classes.remove ?? ""}
            disabled={disabled}
            aria-label={t("components.references.remove", { number: index + 1 })}
            onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
          >
            <IconX size="1.125rem" stroke={1.8} />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="subtle"
        color="gray"
        disabled={disabled}
        data-testid="reference-add"
        leftSection={<IconPlus size="1rem" stroke={1.8} />}
        className={classes.add ?? ""}
        onClick={() => onChange([...rows, emptyReference(crypto.randomUUID())])}
      >
        {t("components.references.add")}
      </Button>
    </div>
  );
}
