import { useTranslation } from "react-i18next";
import type { ReplyError } from "../../../../contract/reply.ts";
import { ApiError } from "../../../client/api.ts";
import { useFormats } from "../../../client/settings.ts";
import { columnWords } from "../../../features/files/names.ts";
import { readFailure, takenInBy } from "../../../features/files/read-failure.ts";
import { ErrorPanel } from "../../../features/help.tsx";
import { Notice, SupportDetails } from "../../../ui/notice.tsx";

/** The columns that a file may have, as the engine bounds them. */
const MOST_COLUMNS = 1_000;

type Aftermath =
  | "referenceData.failure.nothing"
  | "referenceData.failure.partly"
  | "referenceData.saveRejected.nothingWritten";

interface ImportFailureProps {
  error: ReplyError;
  /** What it means for the books, where it is not what a refused import means. */
  aftermath?: Aftermath;
}

/** Why a file was not taken: what is wrong with it, and what can be done. */
export function ImportFailure({ error, aftermath }: ImportFailureProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const read = readFailure(error);
  if (read === null)
    return (
      <>
        <ErrorPanel error={new ApiError("referenceData.import", error)} />
        <p className="note">{t(aftermath ?? "referenceData.failure.partly")}</p>
      </>
    );
  const kept = takenInBy(error);
  const partly =
    kept === 0
      ? t("referenceData.failure.nothing")
      : `${t("referenceData.job.kept", { count: kept })} ${t("referenceData.failure.partly")}`;
  const isTrial = read.failure === "stopped" && error.details.dryRun === true;
  // A column that the file names twice goes by the file's own name.
  const wordsOf = (name: string) => (read.failure === "column_twice" ? name : columnWords(t, name));
  const columns = formats.list(read.columns.map((name) => `\u2068${wordsOf(name)}\u2069`));
  return (
    <div role="alert" data-testid="import-failure">
      <Notice
        kind={read.failure === "stopped" ? "warn" : "bad"}
        title={
          isTrial
            ? t("referenceData.preview.trialStopped")
            : t(`referenceData.failure.${read.failure}.what`, { columns })
        }
      >
        {isTrial
          ? null
          : `${t(`referenceData.failure.${read.failure}.todo`, { columns, most: MOST_COLUMNS })} `}
        {aftermath === undefined ? partly : t(aftermath)}
        <SupportDetails>{error.message}</SupportDetails>
      </Notice>
    </div>
  );
}
