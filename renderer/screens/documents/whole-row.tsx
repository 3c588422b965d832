import { useTranslation } from "react-i18next";
import { useFormats } from "../../client/use-formats.ts";
import classes from "./document-detail.module.css";
import { FieldValue } from "./field-value.tsx";
import { ExtraValue } from "./part-columns.tsx";
import { type AnsweredRow, extraFields, PART_FIELDS, type PartName } from "./part-fields.ts";

interface WholeRowProps {
  part: PartName;
  row: AnsweredRow;
  /** Its place in the part, from 1. */
  number: number;
}

/** Every field of one row, those included that the interface doesn't name. */
export function WholeRow({ part, row, number }: WholeRowProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const known = PART_FIELDS[part];
  return (
    <div className={classes.whole} data-testid={`whole-${part}`}>
      <h4 className={classes.wholeTitle}>{t("documents.wholeRow", { number: formats.count(number) })}</h4>
      <dl className={classes.facts}>
        {known.map((field) => (
          <div key={field} className={classes.fact}>
            <dt>{t(`documents.field.${field}`)}</dt>
            <dd>
              <FieldValue field={field} row={row} />
            </dd>
          </div>
        ))}
        {extraFields([row], known).map((name) => (
          <div key={name} className={classes.fact}>
            <dt>{t("documents.extraField", { name: `\u2068${name}\u2069` })}</dt>
            <dd>
              <ExtraValue value={row[name]} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
