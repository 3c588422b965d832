import { useTranslation } from "react-i18next";
import { useFormats } from "../../../client/use-formats.ts";
import { FoundWords } from "../../../features/files/words/found-words.tsx";
import { isolated } from "../../../i18n/format.ts";
import { mayBeEmpty } from "./import-columns.ts";
import type { ImportedFile } from "./import-jobs.ts";
import type { ImportResult } from "./import-turns.ts";
import { UnknownRecords } from "./unknown-records.tsx";

interface ImportFindingsProps {
  imported: ImportedFile;
  findings: NonNullable<ImportResult["findings"]>;
}

/** How the cells of the whole file were read: what a person should know before it is imported. */
export function ImportFindings({ imported, findings }: ImportFindingsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { words, unknownRecords, apostrophes, shortBarcodes } = findings;
  const said = [
    apostrophes === 0 ? [] : t("catalogue.findings.apostrophes", { count: apostrophes }),
    shortBarcodes.map(({ digits, rows }) =>
      t("catalogue.findings.shortBarcodes", { count: rows, digits: isolated(formats.count(digits)) }),
    ),
  ].flat();
  return (
    <div className="if-any stack gap-8" data-testid="import-findings">
      <UnknownRecords unknown={unknownRecords} countedRows={null} />
      {said.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <FoundWords
        words={words}
        answers={imported.reading.words ?? {}}
        mayBeEmpty={(column) => mayBeEmpty(imported.kind, column)}
      />
    </div>
  );
}
