import { useTranslation } from "react-i18next";
import { useFormats } from "../../client/use-formats.ts";
import { Amount } from "../../features/amount/amount.tsx";
import { RecordName } from "../../features/record-picker/record-name.tsx";
import { useRecordName } from "../../features/record-picker/use-record-options.ts";
import { ownNameFirst } from "../../lib/two-names.ts";
import { Code } from "../../ui/code.tsx";
import { Name } from "../../ui/name.tsx";
import { StatusCode } from "../../ui/status-code.tsx";
import { type AnsweredRow, currencyOf, FIELD_SHAPES, type FieldName, valueText } from "./part-fields.ts";

const FULL_UUID = 36;

interface FieldValueProps {
  field: FieldName;
  row: AnsweredRow;
  /** Room for fractions, in a column of amounts. */
  room?: number;
  /** In a line with other fields: names without ids, codes short. */
  inline?: boolean;
}

/** A record's name in running words, else its id. */
function InlineName({ kind, id }: { kind: "product" | "account" | "store" | "measureUnit"; id: string }) {
  const { i18n } = useTranslation();
  return <bdi>{ownNameFirst(useRecordName(kind, id) ?? id, i18n.language)}</bdi>;
}

/** A field that the interface names, written as what it is. */
export function FieldValue({ field, row, room, inline = false }: FieldValueProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const text = valueText(row[field]);
  if (text === null) return <span className="faint">—</span>;
  const shape = FIELD_SHAPES[field];
  switch (shape) {
    case "money":
      return (
        <Amount
          value={text}
          currencyId={currencyOf(field, row)}
          {...(room === undefined ? {} : { align: room })}
        />
      );
    case "quantity":
      return <bdi>{formats.decimal(text)}</bdi>;
    case "date":
      return <bdi>{formats.date(text)}</bdi>;
    case "time":
      return <bdi>{formats.dateTime(text)}</bdi>;
    case "status":
      return <StatusCode status={text} short={inline || room !== undefined} />;
    case "flag":
      return <>{text === "true" ? t("documents.yes") : t("documents.no")}</>;
    case "text":
      return room === undefined && !inline ? <bdi>{text}</bdi> : <Name oneLine>{text}</Name>;
    case "code":
      // The button that copies is taller than a second line.
      if (inline) return <bdi className="small mono">{text}</bdi>;
      return <Code short={room !== undefined && text.length === FULL_UUID}>{text}</Code>;
    case "number":
      return <bdi className="small mono">{text}</bdi>;
    case "product":
    case "account":
    case "store":
    case "measureUnit":
      if (inline) return <InlineName kind={shape} id={text} />;
      return <RecordName kind={shape} id={text} withId={room === undefined} />;
  }
}
