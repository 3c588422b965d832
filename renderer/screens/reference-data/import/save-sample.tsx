import { IconFileDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { List } from "../../../../contract/lists.ts";
import { replyErrorOf } from "../../../client/api.ts";
import { useSend } from "../../../client/queries.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { sampleName, sampleRows } from "./file-kinds.ts";
import { ImportFailure } from "./import-failure.tsx";
import { fileNameOf } from "./import-jobs.ts";

/** Saves a small file of that kind, to be filled in and imported. */
export function SaveSample({ kind }: { kind: List }) {
  const { t } = useTranslation();
  const saving = useSend("referenceData.saveSample");
  const path = saving.data?.path ?? null;
  return (
    <div className="grid from-start gap-8 pad-above-8">
      <p className="note">{t("referenceData.sample.text")}</p>
      <Button
        variant="light"
        busy={saving.isPending}
        data-testid="import-save-sample"
        leftSection={<IconFileDownload size="1.125rem" stroke={1.7} aria-hidden="true" />}
        onClick={() => saving.mutate({ suggestedName: sampleName(t, kind), rows: sampleRows(t, kind) })}
      >
        {t("referenceData.sample.button")}
      </Button>
      <div aria-live="polite" data-testid="import-sample-saved">
        {saving.error === null ? null : (
          <ImportFailure
            error={replyErrorOf(saving.error)}
            aftermath="referenceData.saveRejected.nothingWritten"
          />
        )}
        {path === null ? null : (
          <Notice
            kind="good"
            title={t("referenceData.saveRejected.done", { file: `\u2068${fileNameOf(path)}\u2069` })}
          />
        )}
      </div>
    </div>
  );
}
