import { useTranslation } from "react-i18next";
import type { ReferenceKind } from "../../../contract/channels/mirror.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { Notice } from "../../components/notice.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import classes from "./catalogue.module.css";

interface ImportResultProps {
  result: ChannelOutput<"referenceData.import">;
  kind: ReferenceKind;
  path: string;
}

const COUNTS = ["added", "updated", "unchanged"] as const;

/** What came of an import: how many rows, and every refused line with its reason. */
export function ImportResult({ result, kind, path }: ImportResultProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { rejected, rejectedCount, ignoredColumns } = result;
  const file = path.split(/[/\\]/).at(-1) ?? path;
  return (
    <div className={classes.result} data-testid="import-result">
      <Notice
        kind={rejectedCount > 0 ? "warn" : "good"}
        title={t("catalogue.result.title", { kind: t(`catalogue.tab.${kind}`), file: `\u2068${file}\u2069` })}
      >
        <dl className={classes.counts}>
          {COUNTS.map((name) => (
            <div key={name}>
              <dt>{t(`catalogue.result.${name}`)}</dt>
              <dd>{formats.count(result[name])}</dd>
            </div>
          ))}
          <div>
            <dt>{t("catalogue.result.rejected")}</dt>
            <dd>{formats.count(rejectedCount)}</dd>
          </div>
        </dl>
        {ignoredColumns.length === 0
          ? null
          : t("catalogue.result.ignored", {
              columns: formats.list(ignoredColumns.map((name) => `\u2068${name}\u2069`)),
            })}
      </Notice>
      {rejected.length === 0 ? null : (
        <section aria-label={t("catalogue.result.rejectedLines")}>
          <h3 className={classes.rejectedTitle}>{t("catalogue.result.rejectedLines")}</h3>
          <ol className={classes.rejected}>
            {rejected.map(({ line, reason }) => (
              <li key={`${line} ${reason}`}>
                <span className={classes.dim}>{t("catalogue.result.line", { line })}</span>{" "}
                <span dir="auto">{reason}</span>
              </li>
            ))}
          </ol>
          {rejectedCount > rejected.length ? (
            <p className={classes.dim}>
              {t("catalogue.result.more", { count: rejectedCount - rejected.length })}
            </p>
          ) : null}
        </section>
      )}
    </div>
  );
}
