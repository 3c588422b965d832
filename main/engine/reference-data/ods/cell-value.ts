/** The value of an OpenDocument cell, as a CSV file would hold it. */
import { timestampOf } from "../../../../contract/values.ts";
import type { CellKind } from "../sheet-row.ts";
import {
  type CellText,
  cellError,
  ERROR_TEXT,
  NEVER_WORKED_OUT,
  NO_SUCH_DATE,
  plainText,
  unreadableNumber,
} from "../xlsx/cells.ts";
import { type Attributes, attribute } from "./attributes.ts";
import type { OdsFormats } from "./formats.ts";

export interface CellValue {
  read: CellText;
  kind: CellKind;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,12}))?Z?)?$/;
const TIME = /^PT(\d{1,7})H(\d{1,2})M(\d{1,2})(?:[.,](\d{1,12}))?S$/;
/** A time alone is told as one of a spreadsheet's first day. */
const FIRST_DAY = Date.UTC(1899, 11, 31);
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const milliseconds = (fraction = ""): number => Math.round(Number(`0.${fraction || 0}`) * 1_000);

/** A sheet's dates have no zone and are taken as UTC, as the columns are. */
function dateText(written: string): CellText {
  const [all, year, month, day, hour = 0, minute = 0, second = 0, fraction] = DATE.exec(written) ?? [];
  const whole = Date.UTC(
    ...([Number(year), Number(month) - 1, Number(day)] as const),
    ...([Number(hour), Number(minute), Number(second)] as const),
  );
  // What doesn't exist (30 February) is moved to what does.
  const isThere =
    all !== undefined &&
    new Date(whole).toISOString().startsWith(`${year}-${month}-${day}T`) &&
    Number(hour) < 24;
  const ms = whole + milliseconds(fraction);
  return isThere && ms <= LAST_MS ? { text: timestampOf(ms) } : NO_SUCH_DATE;
}

function timeText(written: string): CellText {
  const [all, hours, minutes, seconds, fraction] = TIME.exec(written) ?? [];
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + milliseconds(fraction);
  const time = FIRST_DAY + ms;
  return all !== undefined && time <= LAST_MS ? { text: timestampOf(time) } : NO_SUCH_DATE;
}

/** Some programs write 1 and 0. What is none of them is not known, and never "no". */
function booleanValue(written: string): CellValue {
  const isTrue = /^(?:true|1)$/i.test(written);
  if (isTrue || /^(?:false|0)$/i.test(written))
    return { read: { text: isTrue ? "1" : "0" }, kind: "boolean" };
  return { read: unreadableNumber(written), kind: "text" };
}

/** `shown`: the text that stands in the cell. */
export function cellValue(attributes: Attributes, shown: string, formats: OdsFormats): CellValue {
  const value = (name: string): string => attribute(attributes, name) ?? "";
  if (attributes["calcext:value-type"] === "error") return { read: cellError(shown), kind: "text" };
  const type = value("value-type");
  switch (type) {
    case "float":
    case "percentage":
    case "currency":
      // Old versions keep an error beside a zero.
      if (ERROR_TEXT.test(shown)) return { read: plainText(shown), kind: "text" };
      return { read: formats.read(value("value"), attribute(attributes, "style-name")), kind: "number" };
    case "date":
      return { read: dateText(value("date-value")), kind: "text" };
    case "time":
      return { read: timeText(value("time-value")), kind: "text" };
    case "boolean":
      return booleanValue(value("boolean-value"));
    case "string":
      return { read: plainText(attribute(attributes, "string-value") || shown), kind: "text" };
    case "":
      if (shown === "" && attribute(attributes, "formula") !== undefined)
        return { read: NEVER_WORKED_OUT, kind: "text" };
      return { read: plainText(shown), kind: "text" };
    default:
      return { read: unreadableNumber(type), kind: "text" };
  }
}
