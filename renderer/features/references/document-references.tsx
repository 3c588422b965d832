import { IconPaperclip, IconPlus } from "@tabler/icons-react";
import { type DragEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { MOST_FILES_AT_ONCE } from "../../../contract/channels/attachments.ts";
import { LARGEST_FILE } from "../../../contract/kept-file.ts";
import { useFormats } from "../../client/use-formats.ts";
import { useShortcut } from "../../shortcuts/use-shortcut.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ErrorPanel } from "../help/error-panel.tsx";
import classes from "./document-references.module.css";
import { ReferenceFields } from "./reference-fields.tsx";
import {
  focusReference,
  type ReferenceField,
  type ReferenceRow,
  withNewReference,
} from "./reference-rows.ts";
import { droppedOf } from "./send-dropped.ts";
import { useAttach } from "./use-attach.ts";
import { usePresent } from "./use-present.ts";

interface DocumentReferencesProps {
  rows: readonly ReferenceRow[];
  onChange: (rows: ReferenceRow[]) => void;
  /** Words below a field, by the row's place among the typed rows and the field's name. */
  problemOf?: (row: ReferenceRow, field: ReferenceField) => string | null;
  disabled?: boolean;
}

const carriesFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes("Files");

/** The papers behind a document, edited in place, with files from this counter. */
export function DocumentReferences({ rows, onChange, problemOf, disabled = false }: DocumentReferencesProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const panel = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  const attach = useAttach(rows, onChange, (row) => {
    // The type is the one thing that a file doesn't say.
    focusReference(() => panel.current, row);
  });
  // However many there are, one notice says so.
  const left = attach.refused.filter(({ reason }) => reason === "too_many");
  const refused = attach.refused.filter(({ reason }) => reason !== "too_many");
  const presentOf = usePresent(rows.map(({ file }) => file));
  const choose = () => {
    if (!disabled) void attach.choose();
  };
  useShortcut({ combo: "Alt+A", words: t("components.references.attach"), run: choose });

  const change = (key: string, part: Partial<ReferenceRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const onDrag = (event: DragEvent) => {
    if (disabled || !carriesFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    setOver(true);
  };
  const onDrop = (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    setOver(false);
    if (!disabled) void attach.drop(droppedOf(event.dataTransfer));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would say again what the sheet's title says
    <div
      ref={panel}
      role="group"
      aria-label={t("components.references.title")}
      className={`${classes.list} stack gap-8 min-w-0 rounded`}
      data-over={over}
      data-testid="document-references"
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={({ relatedTarget, currentTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={onDrop}
    >
      {rows.length === 0 ? <p className="note">{t("components.references.none")}</p> : null}
      {rows.map((row, index) => (
        <ReferenceFields
          key={row.key}
          row={row}
          index={index}
          disabled={disabled}
          problemOf={(field) => problemOf?.(row, field) ?? null}
          present={row.file === null ? undefined : presentOf(row.file)}
          onChange={(part) => change(row.key, part)}
          onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
      <div className={`${classes.tools} row`}>
        <Button
          variant="subtle"
          color="gray"
          disabled={disabled}
          data-testid="reference-add"
          leftSection={<IconPlus size="1rem" stroke={1.8} />}
          onClick={() => {
            onChange(withNewReference(rows));
            focusReference(() => panel.current, rows.length);
          }}
        >
          {t("components.references.add")}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          disabled={disabled}
          busy={attach.busy}
          data-testid="reference-attach"
          aria-keyshortcuts="Alt+A"
          leftSection={<IconPaperclip size="1rem" stroke={1.8} />}
          onClick={choose}
        >
          {t("components.references.attach")}
        </Button>
        <span className="note flush">
          {over
            ? t("components.references.letGo")
            : t("components.references.attachHint", { size: formats.bytes(LARGEST_FILE) })}
        </span>
      </div>
      {rows.some(({ file }) => file !== null) ? (
        <p className="note" data-testid="files-stay-here">
          {t("components.references.staysHere")}
        </p>
      ) : null}
      <div role="status">
        {attach.busy ? <p className="note">{t("components.references.attaching")}</p> : null}
        {left.length === 0 ? null : (
          <Notice kind="warn" title={t("components.references.leftOut", { number: left.length })}>
            {t("components.references.refused.too_many", { most: MOST_FILES_AT_ONCE })}
          </Notice>
        )}
        {refused.map(({ name, reason, detail }) => (
          <Notice
            key={name}
            kind="warn"
            title={t("components.references.notAttached", { name: `\u2068${name}\u2069` })}
          >
            {t(`components.references.refused.${reason}`, { size: formats.bytes(LARGEST_FILE) })}{" "}
            {detail === null ? null : <bdi dir="auto">({detail})</bdi>}
          </Notice>
        ))}
      </div>
      {attach.error === null ? null : <ErrorPanel error={attach.error} />}
    </div>
  );
}
