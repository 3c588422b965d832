import { useTranslation } from "react-i18next";
import { useFormats } from "../../client/use-formats.ts";
import classes from "./document-detail.module.css";
import { FieldValue } from "./field-value.tsx";
import { ExtraValue } from "./part-columns.tsx";
import { type AnsweredRow, extraFields, HEADER_FIELDS } from "./part-fields.ts";

/** The transaction's own fields as the service last answered them, unknown ones included. */
export function HeaderFacts({ header, answeredAt }: { header: AnsweredRow; answeredAt: string | null }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const extra = extraFields([header], HEADER_FIELDS);
  return (
    <section data-testid="document-header">
      <h3 className={classes.heading} tabIndex={-1}>
        {t("documents.header")}
      </h3>
      {answeredAt === null ? null : (
        <p className={classes.quiet}>{t("documents.answeredAt", { at: formats.dateTime(answeredAt) })}</p>
      )}
      <dl className={classes.facts}>
        {HEADER_FIELDS.map((field) => (
          <div key={field} className={classes.fact}>
            <dt>{t(`documents.field.${field}`)}</dt>
            <dd>
              <FieldValue field={field} row={header} />
            </dd>
          </div>
        ))}
        {extra.map((name) => (
          <div key={name} className={classes.fact}>
            <dt>{t("documents.extraField", { name: `\u2068${name}\u2069` })}</dt>
            <dd>
              <ExtraValue value={header[name]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
