import { useTranslation } from "react-i18next";
import { Amount } from "../../components/amount/amount.tsx";
import { Code } from "../../components/code.tsx";
import { RecordName } from "../../components/record-name.tsx";
import { StatusCode } from "../../components/status-code.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { type AnsweredRow, fieldKind, valueText } from "./parts.ts";

const RECORDS = {
  accountId: "account",
  productId: "product",
  measureUnitId: "measureUnit",
  storeId: "store",
} as const;
const isRecordField = (name: string): name is keyof typeof RECORDS => Object.hasOwn(RECORDS, name);

/** One field of an answer, as the person's language writes its kind. */
export function AnsweredValue({ row, name }: { row: AnsweredRow; name: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const value = row[name];
  const plain = typeof value === "string" || typeof value === "number" ? value : null;
  if (typeof value === "boolean" && fieldKind(name) === "yesNo")
    return <>{t(value ? "documents.yes" : "documents.no")}</>;
  if (plain === null) return <bdi>{valueText(value)}</bdi>;
  switch (fieldKind(name)) {
    case "amount":
      return <Amount value={String(plain)} />;
    case "quantity":
      return <bdi>{formats.decimal(String(plain))}</bdi>;
    case "date":
      return <>{formats.date(String(plain))}</>;
    case "time":
      return <>{formats.dateTime(String(plain))}</>;
    case "status":
      return <StatusCode status={plain} />;
    case "code":
      return <Code short>{String(plain)}</Code>;
    case "record":
      return isRecordField(name) ? <RecordName kind={RECORDS[name]} id={plain} /> : <bdi>{plain}</bdi>;
    default:
      return <bdi>{plain}</bdi>;
  }
}
