import { ActionIcon, TextInput } from "@mantine/core";
import { IconPaperclip, IconPlus, IconX } from "@tabler/icons-react";
import { type DragEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  type Attached,
  DROPPED_PART_CHARS,
  type FileRefusal,
  MOST_FILES_AT_ONCE,
} from "../../../contract/channels/attachments.ts";
import { type KeptFile, LARGEST_FILE } from "../../../contract/kept-file.ts";
import { invoke } from "../../client/api.ts";
import { useFormats } from "../../client/settings.ts";
import { useShortcut } from "../../shortcuts/use-shortcut.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ErrorPanel } from "../help.tsx";
import classes from "./document-references.module.css";
import {
  type DraftReference,
  describedAs,
  focusReference,
  ownDescription,
  type ReferenceField,
  withFiles,
  withNewReference,
} from "./reference-rows.ts";
import { KeptFileLine, usePresent, WebAddress } from "./shown-references.tsx";
import { TypeField } from "./type-field.tsx";

type Refused = Extract<Attached, { outcome: "refused" }>;

/** Attaching: by the system's dialog or by dropping, one at a time. `attached` is called with the first new row's place. */
function useAttach(
  rows: readonly DraftReference[],
  onChange: (rows: DraftReference[]) => void,
  attached: (row: number) => void,
) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [error, setError] = useState<unknown>(null);
  const running = useRef(false);
  // What was typed while a large file came in is not lost by its coming.
  const latest = useRef({ rows, onChange });
  latest.current = { rows, onChange };

  const run = async (work: () => Promise<Attached[]>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setRefused([]);
    setError(null);
    try {
      const results = await work();
      setRefused(results.filter((result) => result.outcome === "refused"));
      const files: KeptFile[] = results.flatMap((result) => (result.outcome === "kept" ? [result.file] : []));
      if (files.length > 0) {
        const before = latest.current.rows;
        const after = withFiles(before, files, () => crypto.randomUUID());
        latest.current.onChange(after);
        attached(after.findIndex((row) => row.file !== null && !before.includes(row)));
      }
    } catch (failure) {
      setError(failure);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return {
    busy,
    refused,
    error,
    choose: () => run(async () => (await invoke("attachment.choose", {})).attached),
    drop: (dropped: readonly Dropped[]) =>
      run(async () => {
        const results: Attached[] = [];
        for (const one of dropped.slice(0, MOST_FILES_AT_ONCE)) results.push(await sendDropped(one));
        return [...results, ...dropped.slice(MOST_FILES_AT_ONCE).map(leftOut)];
      }),
  };
}

const TEXT_FIELDS = [
  "reference",
  "otherType",
  "url",
  "description",
] as const satisfies readonly ReferenceField[];

interface ReferenceFieldsProps {
  row: DraftReference;
  index: number;
  problemOf: (field: ReferenceField) => string | null;
  /** Whether the row's file lies here. */
  present: boolean | undefined;
  disabled: boolean;
  onChange: (part: Partial<DraftReference>) => void;
  onRemove: () => void;
}

/** One reference: its fields in a row, and below them its address and its file. The fingerprint of a file is sent and not shown. */
function ReferenceFields(props: ReferenceFieldsProps) {
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

interface DocumentReferencesProps {
  rows: readonly DraftReference[];
  onChange: (rows: DraftReference[]) => void;
  /** Words below a field, by the row's place among the typed rows and the field's name. */
  problemOf?: (row: DraftReference, field: ReferenceField) => string | null;
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

  const change = (key: string, part: Partial<DraftReference>) =>
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
      aria-label={t("field.references")}
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
      <ErrorPanel error={attach.error} />
    </div>
  );
}

// Sends what was dropped, part by part: the page has the file's bytes, and never its path.

const PART_BYTES = (DROPPED_PART_CHARS / 4) * 3;

/** Something dropped: a file, or a folder, which has only a name. */
type Dropped = { kind: "file"; file: File } | { kind: "folder"; name: string };

/** What was dropped. Folders are distinguished from files now: later the event has forgotten. */
function droppedOf({ items }: DataTransfer): Dropped[] {
  return [...items].flatMap((item): Dropped[] => {
    const entry = item.webkitGetAsEntry();
    if (entry?.isDirectory === true) return [{ kind: "folder", name: entry.name }];
    const file = item.getAsFile();
    return file === null ? [] : [{ kind: "file", file }];
  });
}

async function base64Of(part: Blob): Promise<string> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("unreadable"));
    reader.readAsDataURL(part);
  });
  return address.slice(address.indexOf(",") + 1);
}

const carried = (name: string): string =>
  name
    .replace(/[/\\\p{Cc}\p{Cs}]/gu, "_")
    .slice(0, 255)
    .replace(/\p{Cs}/gu, "") || "_";

const nameOf = (dropped: Dropped): string =>
  carried(dropped.kind === "folder" ? dropped.name : dropped.file.name);

const refusal = (name: string, reason: FileRefusal): Attached => ({
  outcome: "refused",
  name,
  reason,
  detail: null,
});

/** One that came together with more than are taken at once. */
export const leftOut = (dropped: Dropped): Attached => refusal(nameOf(dropped), "too_many");

/** Hands one dropped thing over. Throws only where the channel itself fails. */
async function sendDropped(dropped: Dropped): Promise<Attached> {
  const name = nameOf(dropped);
  const refused = (reason: FileRefusal) => refusal(name, reason);
  if (dropped.kind === "folder") return refused("folder");
  const { file } = dropped;
  if (file.size === 0) return refused("empty");
  if (file.size > LARGEST_FILE) return refused("too_large");
  const transferId = crypto.randomUUID();
  for (let offset = 0; offset < file.size; offset += PART_BYTES) {
    let base64: string;
    try {
      base64 = await base64Of(file.slice(offset, offset + PART_BYTES));
    } catch {
      // Removed or changed while it was read.
      return refused("unreadable");
    }
    const last = offset + PART_BYTES >= file.size;
    const answer = await invoke("attachment.receive", { transferId, name, offset, base64, last });
    if (answer.outcome !== "more") return answer;
  }
  return refused("unreadable");
}
