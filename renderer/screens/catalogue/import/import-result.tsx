import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../client/use-formats.ts";
import { useReasonWords } from "../../../features/files/use-reason-words.ts";
import { Scrolled } from "../../../ui/scrolled.tsx";
import { SupportDetails } from "../../../ui/support-details.tsx";
import classes from "./import.module.css";
import { ImportFindings } from "./import-findings.tsx";
import type { ImportedFile } from "./import-jobs.ts";
import type { ImportResult } from "./import-turns.ts";
import { SaveRejected } from "./save-rejected.tsx";

const COUNTS = ["added", "updated", "unchanged"] as const;

interface ImportResultProps {
  imported: ImportedFile;
  result: ImportResult;
}

function RejectedLines({ imported, result }: ImportResultProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const wordsOf = useReasonWords();
  const clipboard = useClipboard({ timeout: 1500 });
  const { rejected, rejectedCount } = result;
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  const asText = () =>
    rejected
      .map(({ line, reason }) =>
        [line, wordsOf.ofRow(reason).join(" "), wordsOf.unknown(reason) ?? []].flat().join("\t"),
      )
      .join("\n");
  return (
    <section className="min-w-0" aria-label={t("catalogue.result.rejectedLines")}>
      <div className="line between">
        <h4 className="text strong">{t("catalogue.result.rejectedLines")}</h4>
        <Button
          variant="subtle"
          leftSection={<Icon size="1.125rem" stroke={1.7} aria-hidden="true" />}
          onClick={() => clipboard.copy(asText())}
        >
          {clipboard.copied ? t("catalogue.result.copied") : t("catalogue.result.copy")}
        </Button>
      </div>
      <Scrolled tag="div" className={`${classes.rejectedList} scroll`} data-testid="import-rejected">
        <table>
          <thead>
            <tr>
              <th scope="col">{t("catalogue.result.line")}</th>
              <th scope="col">{t("catalogue.result.reason")}</th>
            </tr>
          </thead>
          <tbody>
            {rejected.map(({ line, reason }) => (
              <tr key={`${line} ${reason}`}>
                <th scope="row">{formats.count(line)}</th>
                <td>
                  {wordsOf.ofRow(reason).map((words) => (
                    <p key={words}>{words}</p>
                  ))}
                  {wordsOf.unknown(reason) === null ? null : <SupportDetails>{reason}</SupportDetails>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      {rejectedCount > rejected.length ? (
        <p className="note">{t("catalogue.result.more", { count: rejectedCount - rejected.length })}</p>
      ) : null}
      <SaveRejected imported={imported} />
    </section>
  );
}

/** What came of an import, or would come of one: how many rows, what was ignored, and every refused line with its reason. */
export function ImportResultView({ imported, result }: ImportResultProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { rejectedCount, ignoredColumns, findings } = result;
  return (
    <div className="stack gap-8" data-testid="import-result">
      <dl className={`${classes.counts} grid gap-8`}>
        {COUNTS.map((name) => (
          <div key={name}>
            <dt>{t(`catalogue.result.${name}`)}</dt>
            <dd data-testid={`import-${name}`}>{formats.count(result[name])}</dd>
          </div>
        ))}
        <div data-bad={rejectedCount > 0}>
          <dt>{t("catalogue.result.rejected")}</dt>
          <dd data-testid="import-rejected-count">{formats.count(rejectedCount)}</dd>
        </div>
      </dl>
      {ignoredColumns.length === 0 ? null : (
        <p className="note" data-testid="import-ignored">
          {t("catalogue.result.ignored", {
            columns: formats.list(ignoredColumns.map((name) => `\u2068${name}\u2069`)),
          })}
        </p>
      )}
      {findings === undefined ? null : <ImportFindings imported={imported} findings={findings} />}
      {rejectedCount > 0 ? <RejectedLines imported={imported} result={result} /> : null}
    </div>
  );
}
